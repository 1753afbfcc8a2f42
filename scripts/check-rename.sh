#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# check-rename.sh: other names in a copy of a tree must not change a verdict.
#
# usage: check-rename.sh PROGRAM TREE STORE WORK SEED
#
# STORE is one that was used for TREE already. Runs PROGRAM on TREE and on a copy
# with other names (rename-tree.sh), both without Coccinelle, and compares the
# verdict, the case and the number of release functions of each site under its old
# name. Prints what was renamed; exit 1 with a diff (- before, + renamed) when a site
# differs, 2 when it could not run.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
LC_ALL=C
export LC_ALL

[ $# -eq 5 ] || die "usage: check-rename.sh PROGRAM TREE STORE WORK SEED"
program=$1 tree=$2 store=$3 work=$4 seed=$5

rm -rf "$work"
mkdir -p "$work"
gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -o "$work/rename-tree" "$here/rename-tree.c"

check() { # TREE STORE REPORT
	status=0
	"$program" check --kdir="$1" --store="$2" --no-cocci --format=json \
		>"$3" 2>"$3.err" </dev/null || status=$?
	if [ "$status" -eq 2 ] || [ "$status" -gt 3 ]; then
		tail -n 5 "$3.err" >&2
		die "status $status on $1"
	fi
}

sites() { # REPORT, and maps from the names it has to others
	jq -r '.sites[] | [.file, .line, .function, .callee, .verdict, (.case | if . == [] then "-" else map(tostring) | join(",") end),
		([.releases[] | "\(.file):\(.function)"] | unique | length)] | map(tostring) | join(" ")' \
		"$1" | awk -v names="$2" -v files="$3" '
		BEGIN {
			while ((getline line <names) > 0) {
				split(line, w, " ")
				old[w[2]] = w[1]
			}
			while ((getline line <files) > 0) {
				split(line, w, " ")
				old[w[2]] = w[1]
			}
		}
		{
			file = ($1 in old) ? old[$1] : $1
			fn = ($3 in old) ? old[$3] : $3
			printf "%s:%s %s %s: %s, case %s, %s release functions\n",
				file, $2, fn, $4, $5, $6, $7
		}' | sort
}

check "$tree" "$store" "$work/before.json"
sh "$here/rename-tree.sh" "$work/before.json" "$tree" "$work" "$seed"
check "$work/tree" "$work/store" "$work/renamed.json"

sites "$work/before.json" /dev/null /dev/null >"$work/before"
sites "$work/renamed.json" "$work/names.map" "$work/files.map" >"$work/renamed"
awk -v list="$work/functions" '
	BEGIN { while ((getline name <list) > 0) fn[name] = 1 }
	{ if ($1 in fn) functions++; else members++ }
	END { printf "%d functions, %d members", functions, members }' "$work/names.map"
printf ', %d files renamed with seed %s, %d sites\n' "$(wc -l <"$work/files.map")" "$seed" \
	"$(wc -l <"$work/before")"
if [ ! -s "$work/names.map" ] || [ ! -s "$work/files.map" ] || [ ! -s "$work/before" ]; then
	die "nothing was renamed, or there is no site"
fi
if cmp -s "$work/before" "$work/renamed"; then
	rm -rf "$work/tree" "$work/store"
else
	diff -U 0 "$work/before" "$work/renamed" | grep '^[-+][^-+]' || :
	exit 1
fi
