#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh: facts of small files as text. NAME.c against NAME.facts.
#
# BUILD: where tests/test_facts stands; it prints the facts of a file that is named.
set -eu
here=${PINCHECK_SRC:-.}/testcases/facts
build=${BUILD:-${PINCHECK_SRC:-.}/build}
out=${OUT:-$build/testcases/facts}
mkdir -p "$out"
failed=0
for c in "$here"/${T:-*}.c; do
	name=$(basename "$c" .c)
	want=$here/$name.facts
	[ -e "$want" ] || want=/dev/null
	status=0
	"$build/tests/test_facts" "$c" >"$out/$name.facts.got" || status=$?
	if [ "$status" -eq 0 ] && diff -u --label expected --label got "$want" \
			"$out/$name.facts.got" >"$out/$name.diff"; then
		echo "ok facts/$name"
	else
		echo "not ok facts/$name"
		echo "testcases/facts/$name.c"
		cat "$out/$name.diff" 2>/dev/null || :
		echo "rerun: make check T=facts/$name"
		echo "accept: make check-accept T=facts/$name.facts"
		failed=1
	fi
done
exit "$failed"
