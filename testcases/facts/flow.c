// SPDX-License-Identifier: GPL-2.0-only
/* switch, goto, loops and what ends a path */
int more(void);
void use(int i);
void stop(void) __attribute__((noreturn));

#define BUG() do { asm volatile("ud2"); __builtin_unreachable(); } while (0)
#define BUG_ON(c) do { if (__builtin_expect(!!(c), 0)) BUG(); } while (0)
#define WARN_ON(c) ({						\
	int __warn = !!(c);					\
	if (__builtin_expect(__warn, 0))			\
		use(9);						\
	__builtin_expect(!!__warn, 0);				\
})

void switches(int a)
{
	switch (a) {
		int d;
	case 1 ... 5:
		d = 1;
		use(d);
	case 6:
		use(2);
		break;
	default:
		switch (more()) {
		case 0:
			use(0);
			break;
		case 1:
			return;
		}
		use(3);
	}
	for (;;) {
		switch (a) {
		case 1:
			continue;
		case 2:
			break;
		}
		break;
	}
	switch (a) case 3: use(3);
}

void duff(int n, int *p)
{
	switch (n % 4) {
	case 0:
		do {
			use(*p++);
	case 3:
			use(3);
		} while ((n -= 4) > 0);
	}
}

int gotos(int a)
{
	int ret = -1;

again:
	if (a == 1)
		goto out;
	if (a == 2) {
		ret = 0;
		goto again;
	}
	ret = 2;
out: __attribute__((unused));
	return ret;
dead:
	use(2);
}

void label_at_end(int a)
{
	if (a)
		goto out;
	use(1);
out: ;
}

int ends(int a)
{
	if (a == 1)
		stop();
	BUG_ON(a == 2);
	if (WARN_ON(a < 0))
		return -5;
	a == 4 ? stop() : use(4);
	(void)(a == 5 && (stop(), 1));
	return ({ if (a == 6) return 7; 3; }) + 1;
}

void loops(int n, int *p)
{
	while ((n = more()) > 0)
		use(p[n]);
	while (n--)
		use(*p++);
	do {
		use(1);
	} while (0);
	do
		use(2);
	while (--n);
	for (;;)
		;
}

int folded(int a)
{
	if (0 && more())
		use(1);
	if (sizeof(long) == 4)
		use(2);
	if (!(1))
		use(3);
	return a;
}

void empty(void)
{
}

void computed(void *to)
{
	goto *to;
lab:
	to = &&lab;
}

int asm_goto(int a)
{
	asm goto("" : : "r"(a) : : slow, slower);
	return 0;
slow:
	return 1;
slower:
	asm volatile("" : "=r"(a));
	return 2;
}
