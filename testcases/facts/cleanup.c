// SPDX-License-Identifier: GPL-2.0-only
/* a call of the cleanup function on each way out of the scope */
struct page;
struct lock;
struct page *get(void);
void put(struct page **p);
void use(struct page *p);
int more(void);

#define __free(f) __attribute__((__cleanup__(f)))

static inline void unlock(struct lock **l)
{
	use((void *)*l);
}

struct lock *lock(void);

#define guard() struct lock *guard_ __free(unlock) = lock()
#define scoped_guard()							\
	for (struct lock *scope __free(unlock) = lock(), *done = (void *)0;	\
	     !done; done = (void *)1)

int returns(int a)
{
	struct page *p __free(put) = get();
	struct page *q __attribute__((unused, cleanup(put)));

	if (a)
		return 1;
	q = p;
	return 0;
}

void inner(int a)
{
	while (more()) {
		struct page *p __free(put) = get();

		if (a == 1)
			break;
		if (a == 2)
			continue;
		use(p);
	}
	use(0);
}

void jumps(int a)
{
	struct page *outer __free(put) = get();

	{
		struct page *p __free(put) = get();

		if (a == 1)
			goto inside;
		if (a == 2)
			goto outside;
inside:
		use(p);
	}
outside:
	use(outer);
}

int guards(int a)
{
	guard();
	scoped_guard() {
		if (a)
			return 1;
		use(0);
	}
	return ({ struct page *p __free(put) = get(); a; });
}
