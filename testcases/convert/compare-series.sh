#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# compare-series.sh: two folders of patches on the same tree: which releases do both
# change?
#
# usage: compare-series.sh THEIRS OURS
#
# Each is a folder of mails or patches (*.patch). A release is a line that goes and
# calls put_page() or release_pages(); it is known by file and line of the tree. Prints
# a line for each file that THEIRS changes, then the sums.
set -eu

[ $# -eq 2 ] || { echo "usage: compare-series.sh THEIRS OURS" >&2; exit 2; }

releases() { # FOLDER: file<TAB>line, sorted
	cat "$1"/*.patch | tr -d '\r' | awk '
	/^--- a\// { file = substr($2, 3); next }
	/^@@ / { split($2, at, ","); line = substr(at[1], 2) + 0; in_hunk = 1; next }
	/^(diff|From|-- $)/ { in_hunk = 0 }
	!in_hunk { next }
	/^-/ { if (/[^a-z_](put_page|release_pages)\(/) print file "\t" line; line++; next }
	/^ / || /^$/ { line++ }' | LC_ALL=C sort -u
}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
releases "$1" >"$tmp/theirs"
releases "$2" >"$tmp/ours"
awk -F '\t' -v ours="$tmp/ours" '
BEGIN { while ((getline l < ours) > 0) { split(l, w, "\t"); mine[l] = 1; nr[w[1]]++ } }
{ files[$1]; theirs[$1]++; if ($0 in mine) both[$1]++ }
END {
	for (f in files) {
		n++; t += theirs[f]; b += both[f]; o += nr[f]
		s = both[f] == theirs[f] && both[f] == nr[f] ? "same" : !nr[f] ? "not ours" : "differs"
		same += s == "same"
		printf "%-9s %-50s theirs %d, ours %d, both %d\n", s, f, theirs[f], nr[f], both[f] | "sort"
	}
	close("sort")
	printf "%d files, %d the same; %d releases, %d changed by both, %d by ours alone\n", n, same, t, b, o - b
}' "$tmp/theirs"
