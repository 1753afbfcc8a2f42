#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# check-replay.sh: faults that an older kernel has and a newer one has mended.
#
# usage: check-replay.sh [-s STORE] OLD NEW [TABLE]
#
# OLD and NEW are kernel trees, or JSON reports that pincheck made of them. Each row
# of TABLE (testcases/replay/pairs.tsv) for these two versions must be reported in the
# old one, by that rule and in that function, at any level, and in the new one that
# rule must say nothing about that function. -s is the store of pincheck.
# From the environment: PINCHECK (the program), PINCHECK_FLAGS (more options for it,
# else --no-cocci).
#
# Prints `ok` or `miss` for each row, and a summary line. Exit 0: all as it should be;
# 1: a miss; 2: wrong usage, could not run, or no row is for these versions.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
LC_ALL=C
export LC_ALL
: "${PINCHECK:=$here/../build/pincheck}" "${PINCHECK_FLAGS=--no-cocci}"

usage() {
	die "usage: check-replay.sh [-s STORE] OLD NEW [TABLE]"
}

store=''
while getopts s: opt; do
	case $opt in
	s)	store=$OPTARG ;;
	*)	usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || [ $# -eq 3 ] || usage
table=${3:-$here/../testcases/replay/pairs.tsv}
[ -f "$table" ] || die "$table: no such file"
have jq || die "jq is missing: install jq, or run sh scripts/setup.sh"
tab=$(printf '\t')

work=$(mktemp -d "${TMPDIR:-/tmp}/replay.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

# major.minor of a tree's Makefile, or of the kernel that a report names
version_of() { # TREE|REPORT
	if [ -d "$1" ]; then
		is_kernel_tree "$1" || die "$1: not a kernel tree"
		awk '$1 == "VERSION" { v = $3 } $1 == "PATCHLEVEL" { print v "." $3; exit }' "$1/Makefile"
	else
		[ -f "$1" ] || die "$1: no such folder or file"
		jq -er '.tree.kernel | split(".")[:2] | join(".")' "$1" 2>"$work/err" ||
			die "$1: not a report of pincheck"
	fi
}

# The findings, a line each: rule, file, function, line, level.
findings_of() { # TREE|REPORT OUT
	report=$1
	if [ -d "$1" ]; then
		report=$work/report.json
		status=0
		# shellcheck disable=SC2086 # several options
		"$PINCHECK" check --kdir="$1" ${store:+"--store=$store"} $PINCHECK_FLAGS \
			--format=json >"$report" || status=$?
		[ "$status" -ne 2 ] || die "$1: pincheck could not run"
	fi
	jq -r '.findings[] | [.rule, .file, .function, .line, .level] | @tsv' "$report" >"$2" ||
		die "$1: not a report of pincheck"
}

# Places of a rule in one of some functions of a file: `LEVEL in line N, ...`
places() { # FINDINGS RULE FILE FUNCTIONS
	awk -F '\t' -v rule="$2" -v file="$3" -v functions=",$4," '
	$1 == rule && $2 == file && index(functions, "," $3 ",") {
		printf "%s%s in line %s", sep, $5, $4
		sep = ", "
	}' "$1"
}

# True if the text of a tree still has one of the functions; a report has no text.
still_there() { # TREE|REPORT FILE FUNCTIONS
	[ -d "$1" ] || return 0
	[ -f "$1/$2" ] || return 1
	for name in $(printf '%s\n' "$3" | tr ',' ' '); do
		! grep -qw -e "$name" "$1/$2" || return 0
	done
	return 1
}

old_version=$(version_of "$1")
new_version=$(version_of "$2")
awk -F '\t' -v old="$old_version" -v new="$new_version" \
	'!/^#/ && $4 == old && $5 == new' "$table" >"$work/rows"
[ -s "$work/rows" ] || die "no row of $table is for $old_version and $new_version"
findings_of "$1" "$work/old"
findings_of "$2" "$work/new"

good=0 total=0
while IFS=$tab read -r rule file functions _ _; do
	total=$((total + 1))
	what="$rule $file $functions"
	in_old=$(places "$work/old" "$rule" "$file" "$functions")
	in_new=$(places "$work/new" "$rule" "$file" "$functions")
	if [ -z "$in_old" ]; then
		echo "miss $what: nothing in $old_version"
	elif [ -n "$in_new" ]; then
		echo "miss $what: in $new_version too ($in_new)"
	elif ! still_there "$2" "$file" "$functions"; then
		echo "miss $what: the function is not in $new_version"
	else
		echo "ok $what: $in_old"
		good=$((good + 1))
	fi
done <"$work/rows"

echo "$old_version to $new_version: $good of $total reported in the old and silent in the new"
[ "$good" -eq "$total" ]
