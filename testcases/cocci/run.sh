#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Runs each Coccinelle rule over its cases in each mode, and compares.
#
# Usage: run.sh [--accept] [rule...]
#
# A case is RULE/NAME.c; what is expected stands in RULE/NAME.MODE, and a mode
# without that file is expected to print nothing. Besides, the report of bad.c
# must be on exactly the lines that hold "want". --accept, with a rule's name,
# writes the expected files anew. BUILD= is where outputs go.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
rules=$here/../../cocci
build=${BUILD:-$here/../../build}/testcases/cocci
accept=no
failed=0

if [ "${1-}" = --accept ]; then
	accept=yes
	shift
	[ $# -gt 0 ] || { echo "run.sh: --accept needs the name of a rule" >&2; exit 2; }
fi
if ! command -v spatch >/dev/null; then
	echo "skip: spatch not found, install the package coccinelle"
	exit 0
fi
mkdir -p "$build"
build=$(cd "$build" && pwd)

# say NAME STATUS: one line a case
say()
{
	if [ "$2" -eq 0 ]; then
		echo "ok $1"
	else
		echo "not ok $1"
		failed=1
	fi
}

# run RULE-FILE MODE CASE OUT: what the rule prints; times and folders go
run()
{
	options=$(sed -n 's,^// Options: ,,p' "$1")
	# The options are words of our own files.
	# shellcheck disable=SC2086
	(cd "$here" && spatch --very-quiet -D "$2" $options --cocci-file "$1" "$3") \
		>"$4.raw" 2>"$4.err" || return 1
	# findings of a file come in no order; a diff does
	if [ "$2" = context ]; then
		sed -e '/^+++ /d' -e '/^diff =/d' "$4.raw" >"$4"
	else
		LC_ALL=C sort -t: -k1,1 -k2,2n "$4.raw" >"$4"
	fi
}

# case_of RULE NAME: all modes
case_of()
{
	file=$rules/report/$1.cocci
	[ -f "$file" ] || file=$rules/$1.cocci
	for mode in report context org; do
		grep -q "^virtual $mode" "$file" || continue
		got=$build/$1.$2.$mode
		expected=$here/$1/$2.$mode
		if ! run "$file" "$mode" "$1/$2.c" "$got"; then
			say "$1/$2 $mode" 1
			cat "$got.err"
			continue
		fi
		if [ "$accept" = yes ]; then
			rm -f "$expected"
			[ ! -s "$got" ] || cp "$got" "$expected"
		fi
		[ -f "$expected" ] || expected=/dev/null
		status=0
		diff -u --label expected --label got "$expected" "$got" || status=1
		if [ "$mode" = report ] && [ "$2" = bad ]; then
			grep -n '/\* want \*/' "$here/$1/$2.c" | cut -d: -f1 | sort -un >"$got.want"
			cut -d: -f2 "$got" | sort -un >"$got.lines"
			diff -u --label wanted --label got "$got.want" "$got.lines" || status=1
		fi
		say "$1/$2 $mode" "$status"
	done
}

[ $# -gt 0 ] || set -- gup_put_page family_mismatch open_coded_release acquire_calls
for rule in "$@"; do
	for input in "$here/$rule"/*.c; do
		name=${input##*/}
		case_of "$rule" "${name%.c}"
	done
done
exit "$failed"
