#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# check-accept.sh: takes what one golden case printed as what it shall print.
#
# usage: check-accept.sh FOLDER[/CASE]
#
# `make check` leaves $BUILD/testcases/FOLDER/PATH.got for each testcases/FOLDER/PATH
# that it compares. This shows the differences of the cases named, asks, and copies.
# Never in CI, and never for all at once.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
cd "$here/.."

[ $# -eq 1 ] || die "which case? make check-accept T=FOLDER/CASE"
[ -z "${CI:-}" ] || die "not in CI: a person reads the difference first"
: "${BUILD:=$PWD/build-asan}"
got_dir=$BUILD/testcases
list=$(find "$got_dir/${1%/}" "$got_dir/${1%/}.got" -name '*.got' 2>/dev/null | LC_ALL=C sort -u || :)
[ -n "$list" ] || die "$1 left nothing in $got_dir: run make check T=$1 first"

changed=
for got in $list; do
	rel=${got#"$got_dir"/}
	want=testcases/${rel%.got}
	if ! cmp -s "$want" "$got"; then
		old=$want
		[ -e "$old" ] || old=/dev/null
		diff -u --label expected --label got "$old" "$got" || :
		changed="$changed $got"
	fi
done
[ -n "$changed" ] || { echo "$1: nothing differs"; exit 0; }

printf 'Take this as expected? [y/N] '
read -r answer || answer=
case $answer in
y | Y | yes) ;;
*) echo "nothing changed"; exit 1 ;;
esac
for got in $changed; do
	rel=${got#"$got_dir"/}
	want=testcases/${rel%.got}
	mkdir -p "$(dirname "$want")"
	cp "$got" "$want"
	echo "$want"
done
