#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# measure-truth.sh: holds a report against a table of real acquire calls.
#
# usage: measure-truth.sh [-v] REPORT.json TABLE.tsv
#
# Prints one line of figures, and with -v every row that is missed. The columns of
# the tables and the figures to reach are in testcases/truth/README.md. Exit 1 and
# one line for each figure that falls short; exit 2 when a file cannot be read.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

verbose=false
if [ "${1:-}" = -v ]; then
	verbose=true
	shift
fi
[ $# -eq 2 ] || die "usage: measure-truth.sh [-v] REPORT.json TABLE.tsv"
[ -r "$1" ] || die "$1: cannot be read"
[ -r "$2" ] || die "$2: cannot be read"

if ! lines=$(jq -rn --argjson verbose "$verbose" --slurpfile report "$1" \
	--rawfile table "$2" -f "$here/measure-truth.jq"); then
	die "$1: not a report, or $2: not a table"
fi
printf '%s\n' "$lines"
! printf '%s\n' "$lines" | grep -q '^short: '
