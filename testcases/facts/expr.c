// SPDX-License-Identifier: GPL-2.0-only
/* expressions of kernel code */
struct page;
struct page *get(struct page *p);
void put(struct page *p);
int more(void);
void use(long i);

struct in {
	int a;
	struct page *page;
};

struct out {
	struct in in;
	struct page *arr[4];
	struct {
		struct page *anon;
		union {
			int number;
			struct page *deep;
		};
	};
	unsigned int bits : 3;
	void (*fn)(struct page *p);
};

#define offsetof(t, m) __builtin_offsetof(t, m)
#define container_of(p, t, m) ({					\
	void *__mptr = (void *)(p);					\
	((t *)(__mptr - offsetof(t, m)));				\
})
#define same_page(p) _Generic((p), int: 0, struct page *: get)(p)
#define EINVAL 22

enum values { BIG = 0x1ffffffffULL, NEGATIVE = -5, TOP = 1 << 31 };

struct page *elvis(struct page *x, struct page *y)
{
	return get(x) ?: y;
}

struct page *nested(struct page *y)
{
	struct page *z = ({ int t = more(); t ? y : 0; });

	if (({ put(y); more(); }))
		use(({ more(); }));
	return z;
}

void types(struct page *y)
{
	typeof(y) a = y;
	__auto_type b = a;

	put(b);
	use(sizeof(struct { int x; }));
	use(offsetof(struct out, arr[2]));
}

void lists(struct out *o, struct page *y)
{
	struct in i = { 1, y };
	struct in two[2] = { { 1, y }, { .page = y } };
	struct page *ptrs[] = { y, [2] = y };
	struct in zero = { 0 };

	*o = (struct out){ .in.page = y, .arr[0] = y, .arr = { [1 ... 2] = y },
			   .anon = y, .deep = y, .bits = 2, .fn = put };
	*o = (struct out){ { 3, y }, { y }, { y, { 4 } } };
	put(i.page);
	put(two[0].page);
	put(ptrs[0]);
	use(zero.a);
}

void members(struct out *o, struct out v)
{
	put(o->anon);
	put(o->deep);
	put(v.deep);
	o->fn(o->anon);
	(*o->fn)(o->arr[2]);
	use(o->bits);
}

unsigned long numbers(struct page *y)
{
	unsigned long v = (unsigned long)y | 1;

	put((struct page *)(v & ~1UL));
	return v;
}

void outer_of(struct in *i)
{
	struct out *o = container_of(i, struct out, in);

	put(o->anon);
}

void chosen(struct page *y)
{
	put(same_page(y));
	put(__builtin_choose_expr(1, y, 0));
	put(__builtin_choose_expr(0, 0, get(y)));
	(*put)(y);
}

long constants(int a, double f)
{
	if (a == 'x')
		return -EINVAL;
	if (a == TOP)
		return NEGATIVE;
	if (a == BIG)
		return 3000000000U;
	if (f > 0.5)
		return (a, more(), -(EINVAL + 1));
	return 0xffffffffffffffffULL;
}

void pointers(void (*cb)(struct page *), struct page *y)
{
	void (*tab[2])(struct page *) = { put, cb };

	cb(y);
	tab[more()](y);
	(more() ? put : cb)(y);
}

int old(a, b)
	int a;
	struct page *b;
{
	put(b);
	return a;
}

struct ops {
	int (*a)(int);
	struct {
		void (*b)(void);
	};
	union {
		int (*c)(int);
		long (*d)(int);
	};
	int (*arr[2])(int);
	struct {
		int (*e)(int);
	} sub;
	const struct ops *up;
};

int f1(int x);
int f2(int x);
void f3(void);

static const struct ops by_order = { f1, { f3 }, { f2 }, { f1, f2 }, { f1 },
				     &(const struct ops){ .a = f2 } };
static const struct ops by_name = { .b = f3, .c = f2, .arr = { [1] = f1 },
				    .sub.e = &f2, .arr[0] = (int (*)(int))f3 };
static const struct ops many[] = { { .a = f1 }, [4] = { f2, { f3 } } };
static const struct ops no_braces = { f1, f3, f2, f1, f2, f1 };
int (*alone)(int) = f2;

int local_table(void)
{
	static const struct ops t = { .a = f1 };

	return t.a(1);
}
