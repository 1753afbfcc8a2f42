#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# coccicheck-pins.sh: what `make coccicheck-pins` runs: picks the tree, calls pincheck.
#
# From the environment: PINCHECK (the program), INVOKED (the folder in which make
# was called), KDIR M MODE J FORMAT O BASELINE STRICT V as given to make, and
# PINCHECK_ARGS, more arguments for the program. make can only say 2, so 0 and 1 of
# the program both are success here, unless STRICT=1. stdout is the program's alone.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

: "${PINCHECK:=pincheck}" "${INVOKED:=$PWD}"
: "${KDIR:=}" "${M:=}" "${MODE:=report}" "${J:=}" "${FORMAT:=text}" "${O:=}"
: "${BASELINE:=}" "${STRICT:=}" "${V:=}" "${PINCHECK_ARGS:=}"

case $MODE in
report) ;;
patch | context | org) die "MODE=$MODE is planned, there is only MODE=report yet" ;;
*) die "MODE=$MODE: there is only MODE=report" ;;
esac
case $FORMAT in
text | json) ;;
sarif | html) die "FORMAT=$FORMAT is planned, there are only text and json yet" ;;
*) die "FORMAT=$FORMAT: there are only text and json" ;;
esac
case $J in
'' | [1-9] | [1-9][0-9] | [1-9][0-9][0-9]) ;;
*) die "J=$J is not a number of workers" ;;
esac
[ -z "$BASELINE" ] || die "BASELINE= is planned, it does nothing yet"

pick_tree() {
	if [ -n "$KDIR" ]; then
		from_invoked "$KDIR"
		return
	fi
	if is_kernel_tree "$INVOKED"; then
		printf '%s\n' "$INVOKED"
		return
	fi
	found=0
	"$here/unpack-source.sh" || found=$?
	[ "$found" -eq 1 ] || return "$found"
	if [ ! -d "$here/../testcases/tree" ]; then
		warn "no kernel tree: give one with KDIR="
		return 2
	fi
	(cd "$here/../testcases/tree" && pwd)
}

kdir=$(pick_tree) || exit 2
if [ -z "$KDIR" ]; then
	warn "checking $kdir (KDIR= names another)"
fi

set -- check --kdir="$kdir" --format="$FORMAT"
[ -z "$M" ] || set -- "$@" --under="$M"
[ -z "$J" ] || set -- "$@" --jobs="$J"
[ -z "$O" ] || set -- "$@" --objdir="$(from_invoked "$O")"
[ "$V" != 1 ] || set -- "$@" --verbose
# Split on purpose: several arguments, none with blanks.
# shellcheck disable=SC2086
[ -z "$PINCHECK_ARGS" ] || set -- "$@" $PINCHECK_ARGS

status=0
"$PINCHECK" "$@" || status=$?

case $status in
0)	exit 0 ;;
1)	[ "$STRICT" != 1 ] || exit 1
	exit 0 ;;
*)	exit "$status" ;;
esac
