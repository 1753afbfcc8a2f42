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
t_explain_unknown() { usage_case explain_unknown 2 bogus explain bogus; }
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
t_under_outside() { check clean --under=../bad; expect under_outside 2 1; }
t_under_file() {
	check bad --under=drivers
	expect under_file 1
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
t_deep_nesting() {
	cp -R bad "$work/t"
	awk 'BEGIN {
		printf "#include <linux/mm.h>\nint deep(struct page **p) { return get_user_pages_fast("
		for (i = 0; i < 100000; i++)
			printf "("
		printf "0"
		for (i = 0; i < 100000; i++)
			printf ")"
		printf ", 1, 0, p); }\n"
	}' >"$work/t/drivers/deep.c"
	odd deep_nesting "1 3" 2
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
	kill "$looper" 2>/dev/null || :
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
t_store_not_writable() {
	: >"$work/store"
	check bad
	expect store_not_writable "1 2" 1 store
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
interrupted() { # NAME SIGNAL
	for delay in 0.05 0.3 0.8; do
		rm -rf "$work/store"
		"$PINCHECK" check --kdir=many --store="$work/store" --no-prepare --no-cocci \
			--format=json >"$work/cut" 2>"$work/err" </dev/null &
		pid=$!
		sleep "$delay"
		kill -s "$2" "$pid" 2>/dev/null || :
		wait "$pid" || :
		check many --format=json
		expect "$1" 1 1 && same "$1" cold.json "$work/out" "the next report" || return 1
	done
}
t_terminated() { interrupted terminated TERM; }
t_killed() { interrupted killed KILL; }
# As the terminal does: the whole group gets it.
t_interrupted() {
	for delay in 0.05 0.3 0.8; do
		rm -rf "$work/store"
		timeout -s INT "$delay" "$PINCHECK" check --kdir=many --store="$work/store" \
			--no-prepare --no-cocci --format=json >"$work/cut" 2>"$work/err" </dev/null || :
		check many --format=json
		expect interrupted 1 1 && same interrupted cold.json "$work/out" "the next report" ||
			return 1
	done
}
t_full_disk() {
	mkdir -p "$work/small"
	if ! mount -t tmpfs -o size=64k tmpfs "$work/small" 2>/dev/null; then
		skip full_disk "cannot mount a small tmpfs"
		return 2
	fi
	run check --kdir=many --store="$work/small/store" --no-prepare --no-cocci
	umount "$work/small"
	expect full_disk "1 2" 1 '.' || return 1
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
	KDIR=$1 STRICT=$2 FORMAT=$3 INVOKED=$OUT PINCHECK=$PINCHECK \
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
