// SPDX-License-Identifier: GPL-2.0-only
/* parts of an expression that only some paths evaluate, and what comes first */
struct page;
struct lock;
struct page *get(void);
int put(struct page *p);
int more(int n);
void use(long i);
void stop(void) __attribute__((noreturn));
void unlock(struct lock **l);
struct lock *lock(void);

#define guard() struct lock *guard_ __attribute__((cleanup(unlock))) = lock()

int logic(struct page *p, int a)
{
	int ret = !p || put(p);

	if (!p || put(p))
		return 1;
	a = a && more(a) && more(ret);
	return a || (ret = more(2)) < 0;
}

void statements(struct page *p, int a)
{
	p && put(p);
	(void)(p || more(1));
	a ? put(p) : more(2);
	a ? (void)put(p) : stop();
	a++, more(a), a--;
	p && a;
}

int choices(struct page *p, int a)
{
	int ret = a > 1 ? put(p) : a ? more(1) : 0;
	int pure = a ? ret : a && ret;

	use(a ? ({ if (more(a)) return 7; put(p); }) : ret);
	if (a ? more(1) : !pure)
		return more(2) ? : a;
	return a ? : more(3);
}

int order(struct page *p, int a)
{
	int n = (a = more(1), put(p), a + 1);

	if ((a = more(n)) < 0)
		return a;
	if ((more(4), n = put(p)) != 0)
		return n;
	while (n--)
		use(n);
	for (a = 0, n = 1; a < n; a++, n += more(a))
		use(a);
	return a;
}

int before_the_end(struct page *p)
{
	guard();
	if (p)
		return put(p);
	return ({ guard(); more(1); }) + 1;
}

void void_before_the_end(void)
{
	guard();
	return use(1);
}

int stops(int a)
{
	if (a && (stop(), 1))
		return 1;
	return a ? more(1) : (stop(), 2);
}

static const _Bool never = 0;

/* a `for` that runs once: the step goes to a label that breaks */
#define scoped()							\
	for (struct lock *scope __attribute__((cleanup(unlock))) = lock();	\
	     scope || !never; ({ goto label; }))				\
		if (0) {						\
label:									\
			break;						\
		} else

int once(int a)
{
	scoped() {
		if (a)
			return more(a);
		use(a);
	}
	return 0;
}

#define try_user(v, fail) ({ __label__ slow; int r_ = 0;		\
	asm goto("" : : "r"(v) : : slow);				\
	if (0) {							\
slow:		r_ = fail;						\
	}								\
	r_; })

int same_label(int a)
{
	int ret = try_user(a, 1);

	return ret + try_user(a, 2);
}

void dispatch(int op, int a)
{
	static const void *const table[] = { &&first, &&second };

	goto *table[op];
first:
	use(1);
	goto *table[more(a)];
second:
	use(2);
}

long large(long a)
{
	switch (a) {
	case -5 ... -1:
		return sizeof(long) << 32;
	case 0x123456789:
		return 0xfffffffff000;
	}
	return _Alignof(int);
}

#define bit(n, p) (__builtin_constant_p(n) ? 1 : more(n))
#define aligned(x) (((x) + (__typeof__(x))7) & ~(__typeof__(x))7)

/* what is in a typeof() is not evaluated, and a variable is no constant */
int in_macros(struct page *p, int a)
{
	if (bit(a, p))
		return aligned(a ? put(p) : more(1));
	return ((__typeof__(put(p))[1]){ more(2) })[0];
}

int size_chosen(int a, long b)
{
	switch (sizeof(b)) {
	case 4:
		return more(4);
	case 8:
		a = more(8);
		break;
	default:
		stop();
	}
	switch (2) {
	case 1:
		use(1);
	}
	return a;
}

/* the end is known, but not what comes before it */
void called_for_nothing(int a)
{
	if (more(a) && 0)
		use(1);
	if (more(a) || 1)
		use(2);
}
