#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh: converts all cases in one run on one tree, over the headers of
# testcases/tree. NAME.expected is what shall come out for NAME.c: the difference,
# or the line that says why it is left to a person. NAME.put.expected is the same
# for a tree that has put_user_page() and cannot pin.
set -eu

cases=${PINCHECK_SRC:-.}/testcases
: "${OUT:=${PINCHECK_SRC:-.}/build/testcases/convert}" "${T:=}"
: "${PINCHECK:=${PINCHECK_SRC:-.}/build/pincheck}"
failed=0
LC_ALL=C
PINCHECK_DATA=${PINCHECK_SRC:-.}
export LC_ALL PINCHECK_DATA

if ! command -v spatch >/dev/null; then
	echo "skip convert spatch not found, install the package coccinelle"
	exit 0
fi

if ! "$PINCHECK" convert --help >/dev/null 2>&1; then
	echo "skip convert this program has no such command"
	exit 0
fi

ok() { # NAME STATUS
	if [ "$2" -eq 0 ]; then
		echo "ok convert/$1"
	else
		echo "not ok convert/$1"
		failed=1
	fi
}

# What came out for one case. Arguments: FOLDER CASE
got() {
	cat "$1"/patches/[0-9]*.patch | awk -v file="drivers/$2.c" '
	$1 == "diff" { on = $3 == "a/" file; next }
	$0 == "-- " { on = 0 }
	on'
	awk -v file="drivers/$2.c" 'index($2, file ":") == 1 {
		sub(/^u-[0-9a-f]* /, "")
		if ($0 !~ /: converted$/)
			print
	}' "$1/table"
}

# What is converted stays so. Argument: FOLDER
convert_again() {
	status=0
	for p in "$1"/patches/[0-9]*.patch; do
		case $p in
		*/0000-*) ;;
		*) patch -s -p1 -d "$1/before" <"$p" || status=$? ;;
		esac
	done
	"$PINCHECK" convert -q --kdir="$1/before" --store="$1/store" --out="$1/patches2" \
		>"$1/table2" 2>"$1/stderr" || status=$?
	if grep ': converted$' "$1/table2"; then
		status=1
	fi
	ok "$(basename "$1")-again" "$status"
}

# Arguments: FOLDER, where the headers are already
convert() {
	mkdir -p "$1/tree/drivers" "$1/patches"
	cp "$cases/tree/Makefile" "$cases/tree/Kconfig" "$1/tree/"
	for c in "$cases"/convert/${T:-*}.c; do
		cp "$c" "$1/tree/drivers/"
	done
	cp -R "$1/tree" "$1/before"
	status=0
	"$PINCHECK" convert -q --kdir="$1/tree" --store="$1/store" --out="$1/patches" \
		>"$1/table" 2>"$1/stderr" || status=$?
	[ "$status" -eq 0 ] || cat "$1/stderr"
	ok "$(basename "$1")-runs" "$status"
	status=0
	diff -r "$1/tree" "$1/before" >/dev/null || status=$?
	ok "$(basename "$1")-tree-untouched" "$status"
	convert_again "$1"
}

compare() { # FOLDER CASE EXPECTED
	status=0
	got "$1" "$2" >"$OUT/$3.got"
	diff -u --label expected --label got "$cases/convert/$3" "$OUT/$3.got" \
		>"$OUT/$3.diff" 2>&1 || status=$?
	[ "$status" -eq 0 ] || cat "$OUT/$3.diff"
	ok "$3" "$status"
}

mkdir -p "$OUT/pin/tree" "$OUT/put/tree"
cp -R "$cases/tree/include" "$OUT/pin/tree/"
cp -R "$cases/tree/include" "$OUT/put/tree/"
sed -e '/^long pin_user_pages(/,/^$/d' -e '/range_dirty_lock/d' -e 's/, bool make_dirty//' \
	-e 's/unpin_user_page/put_user_page/' \
	-e 's/^void put_user_pages_dirty_lock(.*/&\
void put_user_pages_dirty(struct page **pages, unsigned long npages);/' \
	"$cases/tree/include/linux/mm.h" >"$OUT/put/tree/include/linux/mm.h"
convert "$OUT/pin"
convert "$OUT/put"
for c in "$cases"/convert/${T:-*}.c; do
	name=$(basename "$c" .c)
	compare "$OUT/pin" "$name" "$name.expected"
	[ ! -e "$cases/convert/$name.put.expected" ] ||
		compare "$OUT/put" "$name" "$name.put.expected"
done
exit "$failed"
