#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh: options, exit statuses and bad input of the program.
#
# Each check prints `ok cli/NAME`, `not ok cli/NAME (why)` or `skip cli/NAME why`.
# From the environment: PINCHECK, PINCHECK_SRC, OUT and T as in scripts/run-tests.sh.
# A run may say one line on stderr, must end by itself and never by a signal.
# shellcheck disable=SC2317 # the functions of cases are called by name
set -eu

: "${PINCHECK_SRC:=$(cd "$(dirname "$0")/../.." && pwd)}" "${T:=}"
: "${PINCHECK:=$PINCHECK_SRC/build/pincheck}" "${OUT:=$PINCHECK_SRC/build/testcases/cli}"
cases=$PINCHECK_SRC/testcases
LC_ALL=C
export LC_ALL
failed=0 said=0
limit=60 # seconds for one run, with sanitizers
mkdir -p "$OUT"
cd "$OUT"

skip() { # NAME REASON
	echo "skip cli/$1 $2"
}

not_ok() { # NAME WHY
	echo "not ok cli/$1 ($2)"
	[ ! -s "$work/err" ] || sed 's/^/  stderr: /' "$work/err" | head -n 5
	echo "  in $work; rerun: make check T=cli/$1"
	failed=1 said=1
	return 1
}

# Runs the program: output in $work/out and $work/err, status in $status.
run() {
	status=0
	timeout -k 5 "$limit" "$PINCHECK" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
}

# The same with all that a check needs; a store of its own unless given.
check() { # KDIR ARGUMENT...
	kdir=$1
	shift
	run check --kdir="$kdir" --store="$work/store" --no-prepare --no-cocci "$@"
}

# What the last run must have been. Arguments: NAME STATUSES [LINES [TEXT]]: the
# statuses that are right, at most LINES on stderr, among them TEXT.
expect() {
	lines=${3:-1}
	case " $2 " in
	*" $status "*) ;;
	*) not_ok "$1" "exit status $status, not $2" || return 1 ;;
	esac
	if grep -Eq 'AddressSanitizer|LeakSanitizer|runtime error|Assertion|core dumped' "$work/err"
	then
		not_ok "$1" "it crashed" || return 1
	fi
	n=$(wc -l <"$work/err")
	[ "$n" -le "$lines" ] || not_ok "$1" "$n lines on stderr, not $lines" || return 1
	if [ -n "${4:-}" ] && ! grep -Eq "$4" "$work/err"; then
		not_ok "$1" "no '$4' on stderr" || return 1
	fi
}

same() { # NAME FILE FILE WHAT
	cmp -s "$2" "$3" && return 0
	diff -u "$2" "$3" | head -n 20 || :
	not_ok "$1" "$4 differs"
}

# A kernel-like tree with the named judge cases as its drivers.
make_tree() { # FOLDER CASE...
	rm -rf "$1"
	mkdir -p "$1/drivers"
	cp -R "$cases/tree/include" "$cases/tree/Makefile" "$cases/tree/Kconfig" "$1/"
	dir=$1
	shift
	for c; do
		cp "$cases/judge/$c.c" "$dir/drivers/"
	done
}

# Every file of a tree: name, size, content, times.
snapshot() {
	(cd "$1" && find . -exec stat -c '%n %F %s %a %Y %Z' {} + | sort &&
		find . -type f -exec cksum {} + | sort)
}

# ---- options ---------------------------------------------------------------
usage_case() { # NAME STATUS TEXT ARGUMENT...
	name=$1 want=$2 text=$3
	shift 3
	run "$@"
	expect "$name" "$want" 2 "$text"
}

t_help() { run --help && expect help 0 0 && grep -q check "$work/out"; }
t_help_check() { run check --help && expect help_check 0 0 && grep -q -e --kdir "$work/out"; }
t_version() { run --version && expect version 0 0 && grep -q '[0-9]' "$work/out"; }
t_no_command() { run && expect no_command 2 30; }
t_unknown_command() { usage_case unknown_command 2 bogus bogus; }
t_unknown_option() { usage_case unknown_option 2 bogus check --bogus --kdir=clean; }
t_unknown_format() { usage_case unknown_format 2 bogus check --kdir=clean --format=bogus; }
t_bad_jobs() {
	for j in x 0 -1 1x 99999999999999999999; do
		usage_case bad_jobs 2 jobs check --kdir=clean --jobs="$j" || return 1
	done
}
t_bad_fail_on() { usage_case bad_fail_on 2 bogus check --kdir=clean --fail-on=bogus; }
t_extra_argument() { usage_case extra_argument 2 '' check --kdir=clean surplus; }
t_explain() {
	run explain gup-put-page && expect explain 0 0 && grep -q pin_user_pages "$work/out"
}
t_explain_unknown() {
	run explain bogus
	expect explain_unknown 2 1 'bogus.*gup-put-page' || return 1
	run explain ../adding-an-api
	expect explain_unknown 2 1 gup-put-page
}
t_query_bad_place() { usage_case query_bad_place 2 '' query site nonsense --kdir=clean; }

# ---- KDIR ------------------------------------------------------------------
t_kdir_missing() { usage_case kdir_missing 2 nowhere check --kdir=nowhere; }
t_kdir_empty() { usage_case kdir_empty 2 '' check --kdir=; }
t_kdir_file() { usage_case kdir_file 2 Makefile check --kdir=clean/Makefile; }
t_kdir_no_kernel() {
	mkdir -p "$work/plain"
	echo 'int x;' >"$work/plain/a.c"
	check "$work/plain"
	expect kdir_no_kernel 2 1 plain
}
t_under_missing() { check clean --under=nowhere; expect under_missing 2 1 nowhere; }
t_under_outside() {
	for d in .. ../bad / "$OUT/bad"; do
		check clean --under="$d"
		expect under_outside 2 1 'not in the tree' || return 1
	done
}
t_under_file() { check bad --under=drivers/goto.c; expect under_file 2 1 goto.c; }
t_under_folder() {
	check bad --under=drivers
	expect under_folder 1 0 || return 1
	cp "$work/out" "$work/first"
	for d in drivers/ ./drivers include/../drivers "$OUT/bad/drivers" "$OUT/bad/drivers/"; do
		check bad --under="$d"
		expect under_folder 1 0 && same under_folder "$work/first" "$work/out" "the report of $d" ||
			return 1
	done
}
t_under_all() {
	check bad
	cp "$work/out" "$work/first"
	for d in '' . / "$OUT/bad"; do
		[ "$d" != / ] || d=$OUT/bad/
		check bad --under="$d"
		expect under_all 1 0 && same under_all "$work/first" "$work/out" "the report of $d" || return 1
	done
}
# Nothing is selected: an empty report is no fault.
t_nothing_selected() {
	mkdir -p "$work/t/include/linux" "$work/t/lib"
	cp bad/Makefile "$work/t/"
	echo 'struct page;' >"$work/t/include/linux/mm.h"
	echo 'int x;' >"$work/t/lib/x.c"
	for f in text json; do
		check "$work/t" --format="$f"
		expect nothing_selected 0 0 && [ -s "$work/out" ] || return 1
	done
}
t_kdir_relative() {
	check bad --format=json
	cp "$work/out" "$work/rel"
	check "$OUT/bad/../bad/" --format=json
	expect kdir_relative 1 && same kdir_relative "$work/rel" "$work/out" "the report"
}
t_kdir_blanks() {
	cp -R bad "$work/a tree, with 'blanks'"
	check "$work/a tree, with 'blanks'"
	expect kdir_blanks 1
}
t_kdir_symlink() {
	ln -s "$OUT/bad" "$work/link"
	check "$work/link"
	expect kdir_symlink 1
}

# ---- exit statuses ---------------------------------------------------------
t_status_clean() { check clean; expect status_clean 0; }
t_status_warning() { check bad; expect status_warning 1; }
t_status_error() { check wrong; expect status_error 1; }
t_fail_on() {
	check bad --fail-on=never && expect fail_on 0 &&
		check bad --fail-on=error && expect fail_on 0 &&
		check bad --fail-on=warning && expect fail_on 1 &&
		check wrong --fail-on=error && expect fail_on 1
}
t_unreadable() {
	[ "$(id -u)" -ne 0 ] || { skip unreadable "root reads everything"; return 2; }
	cp -R bad "$work/t"
	chmod 0 "$work/t/drivers/goto.c"
	check "$work/t"
	expect unreadable 3 1 goto.c
}

# ---- bad files -------------------------------------------------------------
# A good tree with one odd file more: its finding must still be there.
odd() { # NAME STATUSES [LINES [TEXT]]
	check "$work/t" --format=text
	expect "$@" || return 1
	grep -q 'drivers/goto.c:.*gup-put-page' "$work/out" || not_ok "$1" "the other finding is lost"
}
t_empty_file() { cp -R bad "$work/t"; : >"$work/t/drivers/empty.c"; odd empty_file 1; }
t_no_newline() {
	cp -R bad "$work/t"
	printf 'int f(void);\n// get_user_pages_fast' >"$work/t/drivers/end.c"
	odd no_newline 1
}
t_long_line() {
	cp -R bad "$work/t"
	awk 'BEGIN {
		printf "#include <linux/mm.h>\nint long_line[] = { "
		for (i = 0; i < 1000000; i++)
			printf "%d, ", i % 1000
		printf "}; /* get_user_pages_fast() */ int long_get(unsigned long a, struct page **p)"
		printf " { return get_user_pages_fast(a, 1, 0, p); }\n"
	}' >"$work/t/drivers/long.c"
	odd long_line "1 3" 1
}
t_nul_bytes() {
	cp -R bad "$work/t"
	{
		printf '#include <linux/mm.h>\nint nul_\0get(struct page **p)\n'
		printf '{\n\treturn get_user_pages_fast(0, 1, 0, p);\0\n}\n'
	} >"$work/t/drivers/nul.c"
	odd nul_bytes "1 3" 1
}
t_only_nul() {
	cp -R bad "$work/t"
	dd if=/dev/zero of="$work/t/drivers/zero.c" bs=1024 count=64 2>/dev/null
	odd only_nul "1 3" 1
}
t_binary() {
	cp -R bad "$work/t"
	{
		head -c 200000 "$(command -v ls)"
		printf ' get_user_pages_fast(1, 2, 3, 4); '
	} >"$work/t/drivers/ls.c"
	odd binary "1 3" 1
}
t_symlink_loop() {
	cp -R bad "$work/t"
	ln -s ../drivers "$work/t/drivers/again"
	ln -s loop.c "$work/t/drivers/loop.c"
	odd symlink_loop "1 3" 1 || return 1
	n=$(grep -c 'goto.c:.*warning: .*gup-put-page' "$work/out" || :)
	[ "$n" -eq 1 ] || not_ok symlink_loop "found $n times"
}
t_dangling() {
	cp -R bad "$work/t"
	ln -s nowhere.c "$work/t/drivers/dangling.c"
	odd dangling "1 3" 1
}
t_fifo() { cp -R bad "$work/t"; mkfifo "$work/t/drivers/fifo.c"; odd fifo "1 3" 1; }
t_folder_named_c() { cp -R bad "$work/t"; mkdir "$work/t/drivers/folder.c"; odd folder_named_c 1; }
t_unclosed() {
	cp -R bad "$work/t"
	printf '#include <linux/mm.h>\nint unclosed(void) { /* get_user_pages( \n' \
		>"$work/t/drivers/unclosed.c"
	odd unclosed "1 3" 1
}
t_syntax_error() {
	cp -R bad "$work/t"
	printf '%s\n%s\n' '#include <linux/none.h>' \
		'int broken(struct page **p { return get_user_pages_fast(0, 1, 0, p); }}}' \
		>"$work/t/drivers/broken.c"
	odd syntax_error "1 3" 1
}
# What is nested too deeply costs one file or one function, which is named.
nested() { # NAME BODY: a function with that body
	printf '#include <linux/mm.h>\nint %s(struct page **p, int x)\n{\n' "$1" >"$work/t/drivers/$1.c"
	printf '%s\n\treturn get_user_pages_fast(0, 1, 0, p);\n}\n' "$2" >>"$work/t/drivers/$1.c"
}
repeat() { # N TEXT
	awk -v n="$1" -v s="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", s }'
}
t_deep_parentheses() {
	cp -R bad "$work/t"
	nested parens "x = $(repeat 20000 '(')0$(repeat 20000 ')');"
	odd deep_parentheses "1 3" 1
}
t_deep_unary() {
	cp -R bad "$work/t"
	nested unary "x = $(repeat 20000 '! ')x;"
	odd deep_unary "1 3" 1
}
t_deep_sum() {
	cp -R bad "$work/t"
	nested sum "x = $(repeat 3000 'x + ')x;"
	odd deep_sum "1 3" 1 || return 1
	grep -q 'drivers/sum.c: sum(): nested too deeply' "$work/out" ||
		not_ok deep_sum "the function is not named"
}
t_deep_condition() {
	cp -R bad "$work/t"
	nested cond "if ($(repeat 3000 'x && ')x) return 0;"
	odd deep_condition "1 3" 1 || return 1
	grep -q 'drivers/cond.c: cond(): nested too deeply' "$work/out" ||
		not_ok deep_condition "the function is not named"
}
t_many_statements() {
	cp -R bad "$work/t"
	nested many "$(repeat 20000 'if (x) x++;
')"
	odd many_statements 1
}
t_many_cases() {
	cp -R bad "$work/t"
	nested cases "switch (x) { $(awk 'BEGIN { for (i = 0; i < 2000; i++) printf "case %d: ", i }') return 1; }"
	odd many_cases 1 || return 1
	! grep -q 'cases(): nested too deeply' "$work/out" || not_ok many_cases "it is not deep"
}
# libclang waits for a pipe that nobody writes to.
slow_tree() {
	cp -R bad "$work/t"
	mkfifo "$work/t/drivers/slow.h"
	printf '#include "slow.h"\nint slow(struct page **p)\n{\n' >"$work/t/drivers/slow.c"
	printf '\treturn get_user_pages_fast(0, 1, 0, p);\n}\n' >>"$work/t/drivers/slow.c"
}
t_timeout() {
	slow_tree
	check "$work/t" --timeout=1
	expect timeout 3 1 'slow.c.*more than 1 s' || return 1
	grep -q 'drivers/goto.c:.*gup-put-page' "$work/out" || not_ok timeout "the other finding is lost"
}
t_worker_killed() {
	slow_tree
	"$PINCHECK" check --kdir="$work/t" --store="$work/store" --no-prepare --no-cocci --jobs=1 \
		>"$work/out" 2>"$work/err" </dev/null &
	pid=$! victim=
	for i in 1 2 3 4 5 6 7 8 9 10; do
		sleep 0.5
		victim=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null) || :
		# it sleeps in open(): twice the same child is the one that waits
		[ -z "$victim" ] || [ "$victim" != "${before:-}" ] || break
		before=$victim
	done
	if [ -z "$victim" ]; then
		kill "$pid" || :
		skip worker_killed "cannot tell the worker"
		return 2
	fi
	# shellcheck disable=SC2086 # one or several
	kill -KILL $victim
	status=0
	wait "$pid" || status=$?
	expect worker_killed 3 1 'slow.c.*killed' || return 1
	grep -q 'drivers/goto.c:.*gup-put-page' "$work/out" ||
		not_ok worker_killed "the other finding is lost"
}
t_odd_names() {
	cp -R bad "$work/t"
	cp bad/drivers/goto.c "$work/t/drivers/a b.c"
	cp bad/drivers/goto.c "$work/t/drivers/-x.c"
	cp bad/drivers/goto.c "$work/t/drivers/q\"uote.c"
	cp bad/drivers/goto.c "$work/t/drivers/$(printf 'l\351on').c"
	odd odd_names 1
	check "$work/t" --format=json
	expect odd_names 1
}
t_vanish() {
	cp -R many "$work/t"
	(
		while [ -e "$work/t/Makefile" ]; do
			rm -f "$work/t/drivers/sg_list.c"
			cp many/drivers/sg_list.c "$work/t/drivers/" 2>/dev/null || :
		done
	) &
	looper=$!
	for i in 1 2 3; do
		rm -rf "$work/store"
		check "$work/t"
		expect vanish "1 3" 1 || break
	done
	rm -f "$work/t/Makefile" # which ends the loop
	wait "$looper" 2>/dev/null || :
}

# ---- the store -------------------------------------------------------------
stores() { # the SQLite files of a store
	find "$work/store" -type f -exec sh -c 'for f; do
		case $(head -c 6 "$f" | tr -d "\0") in SQLite) echo "$f" ;; esac
	done' sh {} +
}
filled() { # NAME: a store of ours, not empty
	check many --format=json
	if [ ! -d "$work/store" ] || [ -z "$(stores)" ]; then
		not_ok "$1" "no store in $work/store"
	fi
}
spoiled() { # NAME: the run after a store was spoiled is as the first
	check many --format=json
	expect "$1" 1 && same "$1" cold.json "$work/out" "the report" || return 1
	check many --format=json
	expect "$1" 1 0 && same "$1" cold.json "$work/out" "the next report"
}
t_store_other_version() {
	filled store_other_version || return 1
	stores | while read -r f; do
		printf '\0\0\377\377' | dd of="$f" bs=1 seek=60 conv=notrunc 2>/dev/null
	done
	spoiled store_other_version
}
t_store_damaged() {
	filled store_damaged || return 1
	stores | while read -r f; do
		size=$(wc -c <"$f")
		head -c "$((size - 200))" /dev/urandom |
			dd of="$f" bs=1 seek=200 conv=notrunc 2>/dev/null
	done
	spoiled store_damaged
}
t_store_truncated() {
	filled store_truncated || return 1
	stores | while read -r f; do
		size=$(wc -c <"$f")
		dd if=/dev/null of="$f" bs=1 seek="$((size / 2))" 2>/dev/null
	done
	spoiled store_truncated
}
t_store_no_database() {
	filled store_no_database || return 1
	stores | while read -r f; do
		echo "this is no database" >"$f"
	done
	spoiled store_no_database
}
t_store_emptied() {
	filled store_emptied || return 1
	stores | while read -r f; do
		: >"$f"
	done
	spoiled store_emptied
}
# A store that was asked for must do; the usual place may fail.
t_store_is_file() {
	: >"$work/store"
	check bad
	expect store_is_file 2 1 store || return 1
	run check --kdir=bad --store="$work/store/below" --no-cocci
	expect store_is_file 2 1 store
}
t_store_relative() {
	check bad
	cp "$work/out" "$work/first"
	run check --kdir=bad --store=relative_store --no-prepare --no-cocci
	rm -rf relative_store
	expect store_relative 1 0 && same store_relative "$work/first" "$work/out" "the report"
}
t_cache_not_writable() {
	: >"$work/file"
	mkdir -p "$work/tmp"
	check bad
	cp "$work/out" "$work/first"
	status=0
	XDG_CACHE_HOME=$work/file TMPDIR=$work/tmp timeout "$limit" "$PINCHECK" check --kdir=bad \
		--no-prepare --no-cocci >"$work/out" 2>"$work/err" </dev/null || status=$?
	expect cache_not_writable 1 1 cache &&
		same cache_not_writable "$work/first" "$work/out" "the report" || return 1
	[ -z "$(ls -A "$work/tmp")" ] || not_ok cache_not_writable "something is left in TMPDIR"
}
# The precompiled headers are damaged, or gone: they are made anew.
t_prefix_damaged() {
	cp -R bad "$work/t"
	check "$work/t"
	expect prefix_damaged 1 0 || return 1
	cp "$work/out" "$work/first"
	for how in cut empty gone no_deps folder; do
		find "$work/store" -name 'prefix-*.pch' | while read -r f; do
			case $how in
			cut)	dd if=/dev/null of="$f" bs=1 seek=70000 2>/dev/null ;;
			empty)	: >"$f" ;;
			gone)	rm -f "$f" ;;
			no_deps) rm -f "${f%.pch}.deps" ;;
			folder)	rm -f "$f" && mkdir "$f" ;;
			esac
		done
		echo "/* $how */" >>"$work/t/drivers/goto.c"
		check "$work/t"
		if [ "$how" = folder ]; then
			expect prefix_damaged 1 1 precompile
		else
			expect prefix_damaged 1 0
		fi || return 1
		same prefix_damaged "$work/first" "$work/out" "the report ($how)" || return 1
	done
}
t_two_at_once() {
	for i in 1 2; do
		(
			s=0
			timeout "$limit" "$PINCHECK" check --kdir=many --store="$work/store" --no-prepare \
				--no-cocci --format=json >"$work/out$i" 2>"$work/err$i" || s=$?
			echo "$s" >"$work/status$i"
		) &
		eval "pid$i=\$!"
	done
	# shellcheck disable=SC2154 # set by eval
	wait "$pid1" "$pid2" || :
	for i in 1 2; do
		status=$(cat "$work/status$i")
		cp "$work/err$i" "$work/err"
		expect two_at_once 1 1 && same two_at_once cold.json "$work/out$i" "report $i" || return 1
	done
}
left_over() { # NAME: nothing of that run is left
	sleep 0.2
	n=$(find "$work" -name '*.tmp.*' -o -name '.writable.*' -o -path "$work/tmp/*" | wc -l)
	[ "$n" -eq 0 ] || not_ok "$1" "temporary files are left" || return 1
	! pgrep -f -- "--store=$work/store" >/dev/null || not_ok "$1" "a process is left"
}
interrupted() { # NAME SIGNAL STATUS
	for delay in 0.05 0.3 0.8; do
		rm -rf "$work/store" "$work/tmp"
		mkdir "$work/tmp"
		cut=0
		# the signal may be ignored where this runs; timeout says 124 when it sent it
		TMPDIR=$work/tmp timeout --foreground -s "$2" --preserve-status "$delay" \
			"$PINCHECK" check --kdir=many --store="$work/store" --no-prepare \
			--format=json >"$work/cut" 2>"$work/err" </dev/null || cut=$?
		status=$cut
		expect "$1" "$3 1" 1 || return 1
		[ "$2" = KILL ] || left_over "$1" || return 1
		check many --format=json
		expect "$1" 1 1 && same "$1" cold.json "$work/out" "the next report" || return 1
	done
}
t_terminated() { interrupted terminated TERM 143; }
t_killed() { interrupted killed KILL 137; }
t_interrupted() { interrupted interrupted INT 130; }
t_hung_up() { interrupted hung_up HUP 129; }
# A terminal sends it to the whole group, the workers too.
t_interrupted_group() {
	for delay in 0.05 0.3 0.8; do
		rm -rf "$work/store"
		timeout -s INT "$delay" "$PINCHECK" check --kdir=many --store="$work/store" \
			--no-prepare --no-cocci --format=json >"$work/cut" 2>"$work/err" </dev/null || :
		left_over interrupted_group || return 1
		check many --format=json
		expect interrupted_group 1 1 &&
			same interrupted_group cold.json "$work/out" "the next report" || return 1
	done
}
# The report is right, with one line, wherever the disk gets full.
t_full_disk() {
	for size in 4k 16k 64k 256k 400k; do
		mkdir -p "$work/small"
		if ! mount -t tmpfs -o size="$size" tmpfs "$work/small" 2>/dev/null; then
			skip full_disk "cannot mount a small tmpfs"
			return 2
		fi
		run check --kdir=many --store="$work/small/store" --no-prepare --no-cocci --format=json
		left=$(find "$work/small" -name '*.tmp.*' | wc -l)
		umount "$work/small"
		expect full_disk 1 1 '[Nn]o space|full' &&
			same full_disk cold.json "$work/out" "the report with $size" || return 1
		[ "$left" -eq 0 ] || not_ok full_disk "temporary files are left" || return 1
	done
	mkdir -p "$work/small"
	mount -t tmpfs -o size=4k,nr_inodes=1 tmpfs "$work/small"
	run check --kdir=many --store="$work/small/store" --no-prepare --no-cocci
	umount "$work/small"
	expect full_disk 2 1 store || return 1
	check many --format=json
	expect full_disk 1 && same full_disk cold.json "$work/out" "the next report"
}

# ---- output ----------------------------------------------------------------
t_stdout_full() {
	[ -c /dev/full ] || { skip stdout_full "no /dev/full"; return 2; }
	for f in text json; do
		status=0
		"$PINCHECK" check --kdir=many --store="$work/store" --no-prepare --no-cocci \
			--format="$f" >/dev/full 2>"$work/err" </dev/null || status=$?
		expect stdout_full 2 1 'write|space|stdout' || return 1
	done
}
t_closed_pipe() {
	for f in text json; do
		(
			s=0
			timeout "$limit" "$PINCHECK" check --kdir=many --store="$work/store" --no-prepare \
				--no-cocci --format="$f" 2>"$work/err" </dev/null || s=$?
			echo "$s" >"$work/status"
		) | head -c 1 >/dev/null
		status=$(cat "$work/status")
		expect closed_pipe "1 2 141" 1 || return 1
	done
}
t_closed_stdout() {
	status=0
	"$PINCHECK" check --kdir=bad --store="$work/store" --no-prepare --no-cocci \
		>&- 2>"$work/err" </dev/null || status=$?
	expect closed_stdout 2 1
}

# ---- the make target -------------------------------------------------------
target() { # KDIR STRICT FORMAT: what `make coccicheck-pins` runs
	status=0
	KDIR=$1 STRICT=$2 FORMAT=$3 INVOKED=${invoked:-$OUT} PINCHECK=$PINCHECK \
		PINCHECK_ARGS="--no-cocci --no-prepare --store=$work/store" \
		sh "$PINCHECK_SRC/scripts/coccicheck-pins.sh" >"$work/out" 2>"$work/err" || status=$?
}
t_target() {
	target bad '' text
	expect target 0 0 || return 1
	if ! grep -q '^drivers/goto.c:[0-9]*:[0-9]*: warning: .* \[gup-put-page\]$' "$work/out"; then
		not_ok target "no finding in the form of a compiler" || return 1
	fi
	target bad 1 json
	expect target 1 0 || return 1
	target nowhere '' text
	expect target 2 1 nowhere || return 1
	target bad '' bogus
	expect target 2 1 bogus
}

t_target_options() {
	target bad '' text
	cp "$work/out" "$work/plain"
	J=2 target bad '' text
	same target_options "$work/plain" "$work/out" "the report with J=2" || return 1
	M=drivers target bad '' text
	expect target_options 0 0 || return 1
	M=nowhere target bad '' text
	expect target_options 2 1 nowhere || return 1
	V=1 target bad '' text
	expect target_options 0 99 || return 1
	[ "$(wc -l <"$work/out")" -gt "$(wc -l <"$work/plain")" ] ||
		not_ok target_options "V=1 says no more" || return 1
	V=1 target bad '' json
	expect target_options 0 99 || return 1
	case $(head -c 1 "$work/out")$(tail -n 1 "$work/out") in
	'{}') ;;
	*) not_ok target_options "FORMAT=json is not JSON alone" || return 1 ;;
	esac
	J=many target bad '' text
	expect target_options 2 1 many || return 1
	O=nowhere target bad '' text
	expect target_options 2 1 nowhere
}
# In a kernel tree the current folder is KDIR.
t_target_inside() {
	target bad '' text
	cp "$work/out" "$work/plain"
	invoked=$OUT/bad target '' '' text
	expect target_inside 0 1 && same target_inside "$work/plain" "$work/out" "the report" || return 1
	invoked=$OUT/bad/drivers target .. '' text
	expect target_inside 0 0 && same target_inside "$work/plain" "$work/out" "the report of KDIR=.."
}

# ---- same tree, same bytes -------------------------------------------------
t_same_bytes() {
	for f in text json; do
		rm -rf "$work/store"
		check many --format="$f" --jobs=1
		expect same_bytes 1 0 || return 1
		cp "$work/out" "$work/first"
		check many --format="$f" --jobs=1
		same same_bytes "$work/first" "$work/out" "$f, warm" || return 1
		rm -rf "$work/store"
		check many --format="$f" --jobs=2
		same same_bytes "$work/first" "$work/out" "$f, two workers" || return 1
		rm -rf "$work/store"
		check many --format="$f" --jobs=7
		same same_bytes "$work/first" "$work/out" "$f, seven workers" || return 1
		rm -rf "$work/store"
		check shuffled --format="$f"
		same same_bytes "$work/first" "$work/out" "$f, other order of files" || return 1
	done
}
t_changed_file() {
	cp -R bad "$work/t"
	check "$work/t"
	expect changed_file 1 || return 1
	sed -e 's/get_user_pages_fast/pin_user_pages_fast/' -e 's/put_page(page)/unpin_user_page(page)/' \
		bad/drivers/goto.c >"$work/t/drivers/goto.c"
	check "$work/t"
	expect changed_file 0 || return 1
	cp bad/drivers/goto.c "$work/t/drivers/goto.c"
	check "$work/t"
	expect changed_file 1
}
t_changed_header() {
	cp -R bad "$work/t"
	cat >"$work/t/drivers/own.c" <<-'END'
	#include "own.h"
	#include <linux/dma-mapping.h>
	int own(struct device *dev, unsigned long addr)
	{
		struct page *page;

		if (pin_user_pages_fast(addr, 1, 0, &page) != 1)
			return -EFAULT;
		dma_map_page(dev, page, 0, PAGE_SIZE, DMA_TO_DEVICE);
		OWN_RELEASE(page);
		return 0;
	}
	END
	echo '#define OWN_RELEASE unpin_user_page' >"$work/t/drivers/own.h"
	check "$work/t"
	expect changed_header 1 || return 1
	! grep -q family-mismatch "$work/out" || { not_ok changed_header "a fault too early"; return 1; }
	echo '#define OWN_RELEASE put_page' >"$work/t/drivers/own.h"
	check "$work/t"
	grep -q family-mismatch "$work/out" || not_ok changed_header "the header's change went unseen"
}
parsed() { # how many units the last run, with --stats, parsed
	sed -n 's/.*units: .* \([0-9]*\) parsed$/\1/p' "$work/err"
}
# Headers of the precompiled prefix: no unit reads them itself.
t_changed_common_header() {
	cp -R bad "$work/t"
	check "$work/t"
	grep -q gup-put-page "$work/out" || { not_ok changed_common_header "no finding"; return 1; }
	cp "$work/out" "$work/first"
	cp "$work/t/include/linux/mm.h" "$work/mm.h"
	echo '#define put_page unpin_user_page' >>"$work/t/include/linux/mm.h"
	check "$work/t"
	expect changed_common_header 1 0 || return 1
	grep -q family-mismatch "$work/out" ||
		not_ok changed_common_header "the header's change went unseen" || return 1
	cp "$work/mm.h" "$work/t/include/linux/mm.h"
	check "$work/t"
	expect changed_common_header 1 0 &&
		same changed_common_header "$work/first" "$work/out" "the report after it was put back"
}
t_touched_common_header() {
	cp -R bad "$work/t"
	check "$work/t"
	cp "$work/out" "$work/first"
	sleep 1
	find "$work/t/include" -type f -exec touch {} +
	check "$work/t" --stats
	expect touched_common_header 1 3 &&
		same touched_common_header "$work/first" "$work/out" "the report" || return 1
	[ "$(parsed)" = 0 ] || not_ok touched_common_header "$(parsed) units were parsed again" || return 1
	echo '/* longer */' >>"$work/t/drivers/goto.c"
	check "$work/t"
	expect touched_common_header 1 0 &&
		same touched_common_header "$work/first" "$work/out" "the report of a changed file"
}
t_kdir_unchanged() {
	snapshot many >"$work/before"
	check many
	snapshot many >"$work/after"
	expect kdir_unchanged 1 && same kdir_unchanged "$work/before" "$work/after" "the tree"
}
t_kdir_read_only() {
	cp -R bad "$work/t"
	chmod -R a-w "$work/t"
	if [ "$(id -u)" -eq 0 ]; then
		if ! mount -o bind "$work/t" "$work/t" 2>/dev/null; then
			skip kdir_read_only "cannot mount, and root writes everywhere"
			chmod -R u+w "$work/t"
			return 2
		fi
		mount -o remount,bind,ro "$work/t"
	fi
	check "$work/t"
	[ "$(id -u)" -ne 0 ] || umount "$work/t"
	chmod -R u+w "$work/t"
	expect kdir_read_only 1 0
}

# ---- all of them, in the order of this file --------------------------------
[ -x "$PINCHECK" ] || { echo "run.sh: no program at $PINCHECK" >&2; exit 2; }
self=$PINCHECK_SRC/testcases/cli/run.sh
make_tree clean
sed '/goto_bad/,/^}/d' "$cases/judge/goto.c" >clean/drivers/goto_good.c
make_tree bad goto
make_tree wrong goto_mixed
make_tree many
cp "$cases"/judge/*.c many/drivers/
mkdir -p shuffled/drivers
cp many/Makefile many/Kconfig shuffled/
# shellcheck disable=SC2012 # our own names, no odd ones
ls -r many/drivers | while read -r f; do cp "many/drivers/$f" shuffled/drivers/; done
cp -R many/include shuffled/
work=$OUT/cold
rm -rf "$work"
mkdir -p "$work"
check many --format=json
cp "$work/out" cold.json

# shellcheck disable=SC2013 # one word a line
for name in $(sed -n 's/^t_\([a-z_0-9]*\)().*/\1/p' "$self"); do
	[ -z "$T" ] || [ "$T" = "$name" ] || continue
	work=$OUT/$name
	rm -rf "$work"
	mkdir -p "$work"
	said=0 result=0
	"t_$name" || result=$?
	if [ "$said" -ne 0 ]; then
		continue
	elif [ "$result" -eq 0 ]; then
		echo "ok cli/$name"
		rm -rf "$work"
	elif [ "$result" -ne 2 ]; then
		echo "not ok cli/$name (exit status ${status:-?}, output in $work)"
		failed=1
	fi
done
exit "$failed"
