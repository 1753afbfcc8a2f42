// SPDX-License-Identifier: GPL-2.0-only
/* every combination of the parts of a for, plain and in macros */
int more(void);
void use(int i);

void for_none(void) { for (;;) if (more()) break; }
void for_init(int i) { for (i = 0;;) use(i); }
void for_cond(int i) { for (; i < 3;) use(i); }
void for_step(int i) { for (;; i++) use(i); }
void for_init_cond(int i) { for (i = 0; i < 3;) use(i); }
void for_init_step(int i) { for (i = 0;; i++) if (i) break; }
void for_cond_step(int i) { for (; i < 3; i++) use(i); }
void for_all(int i) { for (i = 0; i < 3; i++) use(i); }
void for_decl(void) { for (int i = 0;;) use(i); }

/* here the kind of the part does not tell */
void for_cond_assigns(int i) { for (; (i = more());) use(i); }
void for_step_assigns(int i) { for (;; i = more()) use(i); }
void for_cond_counts(int i) { for (; i--;) use(i); }
void for_init_calls(int i) { for (more();;) use(i); }
void for_two_calls(int i) { for (; more(); more()) use(i); }
void for_ends_calls(int i) { for (more();; more()) use(i); }
void for_string(int i) { use("for (;;)"[0]); for (; more();) use(i); }

struct item {
	struct item *next;
	int nr;
};

#define each_item(p, head) for (p = (head); p; p = p->next)
#define each_item_from(p) for (; p; p = p->next)
#define each_item_forever(p) for (;; p = p->next)

void for_macros(struct item *head, struct item *p)
{
	each_item(p, head)
		use(p->nr);
	each_item_from(p)
		use(1);
	each_item_forever(p) {
		if (!p)
			break;
		use(({ int n = 0; for (; n++;) ; n; }));
	}
}
