#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# check-cfg.sh: holds our control-flow graphs against clang's own.
#
# usage: check-cfg.sh FILE.c...
#
# For each function: which calls can be reached and how often, which of them in a
# loop, how many returns, which calls decide a branch. Prints ok, not ok or skip
# lines and what differs: < is ours, > is clang's. Exit status 1 if something does.
#
# From the environment: BUILD (where tests/test_cfg stands), CLANG, OUT (a folder).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
: "${BUILD:=$here/../build}" "${CLANG:=}" "${OUT:=$BUILD/check-cfg}"
LC_ALL=C
export LC_ALL
version=$("$here/find-libclang.sh" | cut -d' ' -f1)
for c in ${CLANG:-"clang-$version" clang}; do
	command -v "$c" >/dev/null 2>&1 && break
	c=
done
mkdir -p "$OUT"
failed=0
for file; do
	name=$(basename "$file" .c)
	if [ -z "$c" ]; then
		echo "skip cfg/$name no clang"
		continue
	fi
	"$BUILD/tests/test_cfg" "$file" | sort >"$OUT/$name.ours"
	"$c" -std=gnu11 -w -nostdinc -fsyntax-only -Xclang -analyze \
		-Xclang -analyzer-checker=debug.DumpCFG "$file" 2>&1 |
		awk -f "$here/clang-cfg.awk" | sort >"$OUT/$name.clang"
	# clang does not say which function a _Generic names
	sed -n 's/^\([^ ]*\) call _Generic .*/\1 call /p' "$OUT/$name.clang" >"$OUT/$name.generic"
	for side in ours clang; do
		grep -v -F -f "$OUT/$name.generic" "$OUT/$name.$side" >"$OUT/$name.tmp" || :
		mv "$OUT/$name.tmp" "$OUT/$name.$side"
	done
	# a ?: or && without effects is no branch of ours
	grep ' cond ' "$OUT/$name.ours" | sort -u >"$OUT/$name.ours.cond" || :
	grep ' cond ' "$OUT/$name.clang" | sort -u >"$OUT/$name.clang.cond" || :
	grep -v ' cond ' "$OUT/$name.ours" >"$OUT/$name.ours.rest" || :
	grep -v ' cond ' "$OUT/$name.clang" >"$OUT/$name.clang.rest" || :
	lost=$(comm -13 "$OUT/$name.ours.cond" "$OUT/$name.clang.cond")
	if [ -s "$OUT/$name.ours.rest" ] && [ -z "$lost" ] &&
	   diff "$OUT/$name.ours.rest" "$OUT/$name.clang.rest" >"$OUT/$name.diff"; then
		echo "ok cfg/$name"
	else
		echo "not ok cfg/$name"
		cat "$OUT/$name.diff"
		[ -z "$lost" ] || echo "$lost" | sed 's/^/> /'
		failed=1
	fi
done
exit "$failed"
