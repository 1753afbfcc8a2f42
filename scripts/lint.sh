#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# lint.sh: rules of this source tree that a compiler does not check.
#
# Prints `ok lint/NAME`, or `not ok lint/NAME` after the offending places, or
# `skip lint/NAME REASON`. Exit 1 when one is not ok.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
cd "$here/.."

bad=0
verdict() { # NAME TEXT: nothing to say is good
	if [ -z "$2" ]; then
		echo "ok lint/$1"
	else
		printf '%s\n' "$2" | sed 's/^/# /'
		echo "not ok lint/$1"
		bad=1
	fi
}

# What belongs to the project: what git would commit, or all but what we build.
project_files() {
	if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
		git ls-files --cached --others --exclude-standard
	else
		find . -type f ! -path './.git/*' ! -path './build*' | sed 's|^\./||'
	fi | LC_ALL=C sort -u | while read -r f; do
		[ ! -f "$f" ] || printf '%s\n' "$f"
	done
}

files=$(project_files)
pick() { # ERE: the files whose path matches
	printf '%s\n' "$files" | grep -E "$1" || :
}

# grep over a list of files, quiet when the list is empty. Arguments: ERE LIST
grep_in() {
	[ -n "$2" ] || return 0
	printf '%s\n' "$2" | tr '\n' '\0' | xargs -0 grep -nE -e "$1" -- /dev/null || :
}

c_files=$(pick '^checker/.*\.[ch]$')

spdx() {
	id='SPDX-License-Identifier: GPL-2\.0-only'
	pick '^(checker/.*\.[ch]|rules/.*\.h|cocci/.*\.cocci|scripts/.*|Makefile|\.ci/.*|testcases/.*/run\.sh|testcases/[^/]*\.sh|fuzz/.*\.c)$' |
	while read -r f; do
		case $f in
		*.h)	want="^/\\* $id( \\*/)?" ;;
		*.c)	want="^// $id" ;;
		*.cocci) want="^// $id" ;;
		*)	want="^# $id" ;;
		esac
		# A script has its #! first.
		if ! sed -n '1p; 2{/SPDX/p;}' "$f" | grep -qE "$want" ||
		   ! sed -n '1p' "$f" | grep -qE '^#!|SPDX'; then
			echo "$f: no SPDX line on top"
		fi
	done
}

# Each library is included in its own place only.
door() { # HEADER PLACES: ERE of both
	grep_in "^[ 	]*#[ 	]*include[ 	]*[<\"]$1[>\"]" \
		"$(printf '%s\n' "$c_files" | grep -vE "^checker/tests/|$2" || :)"
}

doors() {
	door 'clang-c/.*\.h' '^checker/(parse|facts)/'
	door 'sqlite3\.h' '^checker/facts/'
	door 'jansson\.h' '^checker/report/|^checker/parse/compile_commands\.c$'
	door 'libelf\.h|gelf\.h|capstone/.*\.h' '^checker/objcode/'
}

# A stage includes another stage's public headers, not its _priv.h.
privates() {
	grep_in '#[ 	]*include[ 	]*"\.\./[a-z]+/[a-z_]*_priv\.h"' \
		"$(printf '%s\n' "$c_files" | grep -v '^checker/tests/' || :)"
}

banned() {
	grep_in '(^|[^A-Za-z0-9_>.])(strcpy|strcat|strncpy|strncat|sprintf|vsprintf|strtok|gets|tmpnam|mktemp)[ 	]*\(' \
		"$c_files"
}

# Names of kernel functions, flags and types stand in rules/, not in the program. The
# era of a tree is told before the rules are read.
kernel_names() {
	printf '%s\n' "$c_files" | grep -vE '^checker/(tests/|parse/tree\.c$)' |
	tr '\n' '\0' | xargs -0 awk -f scripts/names.awk rules/*.h
}

trailing() {
	# Golden outputs and inputs may hold what they like.
	grep_in '[ 	]+$' "$(pick '^(checker|rules|cocci|scripts|docs)/|^[^/]*$|^\.ci/' |
		grep -vE '^COPYING$' || :)"
}

# Each public function has kernel-doc in the file that defines it.
kernel_doc() {
	printf '%s\n' "$c_files" | grep -E '^checker/[a-z]+/[^/]*\.h$' |
	grep -vE '_priv\.h$|^checker/tests/|^checker/judge/checks\.h$' | while read -r h; do
		dir=$(dirname "$h")
		# Names before a '(' in what is left of the header without comments,
		# preprocessor lines, bodies and attributes.
		awk -f scripts/prototypes.awk "$h" | while read -r name; do
			if ! grep -qE "^ \* $name(\(\))? - " "$dir"/*.c "$h" 2>/dev/null; then
				echo "$h: $name() has no kernel-doc"
			fi
		done
	done
}

# id of each line of the table of rules: CHECK(some_id, ...) or "some-id" strings.
rule_ids() {
	[ -f checker/judge/checks.h ] || return 0
	grep -oE '"[a-z]+(-[a-z]+)+"' checker/judge/checks.h | tr -d '"' | LC_ALL=C sort -u
}

rules() {
	for id in $(rule_ids); do
		c=checker/judge/check_$(printf '%s' "$id" | tr - _).c
		[ -f "$c" ] || echo "$id: no $c"
		[ -f "docs/rules/$id.md" ] || echo "$id: no docs/rules/$id.md"
		if ! grep -rqsE "want: .*$id" testcases/judge; then
			echo "$id: no case in testcases/judge with 'want: $id'"
		fi
		# A negative one: a case whose sites are judged, and none of them by this rule.
		if ! grep -lsE 'verdict: (keep|done)' testcases/judge/*.c |
		     xargs grep -LsE "want: .*$id" 2>/dev/null | grep -q .; then
			echo "$id: no case in testcases/judge that it must leave alone"
		fi
	done
}

# Links between our own pages lead somewhere.
links() {
	pick '\.md$' | while read -r f; do
		grep -oE '\]\([^)#: ]+' "$f" | sed 's/^](//' | while read -r to; do
			[ -e "$(dirname "$f")/$to" ] || echo "$f: there is no $to"
		done
	done
}

scripts_ok() {
	list=$(pick '^scripts/[^/]*\.sh$|^\.ci/run$|^testcases/(.*/)?[^/]*\.sh$')
	[ -n "$list" ] || return 0
	printf '%s\n' "$list" | tr '\n' '\0' | xargs -0 shellcheck -f gcc 2>&1 || :
}

verdict spdx "$(spdx)"
verdict doors "$(doors)"
verdict private-headers "$(privates)"
verdict banned-functions "$(banned)"
verdict kernel-names "$(kernel_names)"
verdict trailing-space "$(trailing)"
verdict kernel-doc "$(kernel_doc)"
if [ -f checker/judge/checks.h ]; then
	verdict rules "$(rules)"
else
	echo "skip lint/rules there is no checker/judge/checks.h yet"
fi
verdict links "$(links)"
if have shellcheck; then
	verdict shellcheck "$(scripts_ok)"
else
	echo "skip lint/shellcheck shellcheck is not installed"
fi
exit "$bad"
