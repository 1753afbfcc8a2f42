#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# bench.sh: times a check against spatch, sparse and grep, on the same tree and files.
#
# From the environment: PINCHECK, BUILD (absolute), KDIR (else an installed
# linux-source), INVOKED, J. Prints seconds, CPU seconds, the most memory that all
# processes of a line held together, and the time as a ratio to the C checker's cold
# run. A measurement, not a test: nothing fails for being slow.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
LC_ALL=C
export LC_ALL

: "${PINCHECK:=$here/../build/pincheck}" "${BUILD:=$here/../build}" "${KDIR:=}"
: "${J:=$(nproc)}"
src=$(cd "$here/.." && pwd)
work=$BUILD/bench

if [ -n "$KDIR" ]; then
	kdir=$(cd "$(from_invoked "$KDIR")" && pwd -P) || die "$KDIR: no such folder"
else
	kdir=$("$here/unpack-source.sh") || die "no linux-source is installed: give KDIR="
fi

rm -rf "$work"
mkdir -p "$work"
gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -o "$work/measure" "$here/measure.c"

# One line of the table. Arguments: NAME COMMAND...
measure() {
	name=$1
	shift
	status=0
	"$work/measure" "$work/$name.cost" "$@" >"$work/$name.out" 2>"$work/$name.err" \
		</dev/null || status=$?
	: "$status"
	printf '%s\n' "$name" >>"$work/order"
	warn "$name: $(cut -d' ' -f1 "$work/$name.cost") s, status $status"
}

skipped() { # NAME REASON
	printf '%s\n' "$2" >"$work/$1.skip"
	printf '%s\n' "$1" >>"$work/order"
	warn "$1: skipped: $2"
}

pins() { # NAME STORE ARGUMENTS...
	name=$1 store=$2
	shift 2
	measure "$name" "$PINCHECK" check --kdir="$kdir" --store="$store" --jobs="$J" \
		--format=json --stats "$@"
}

awk -f "$here/acquire-names.awk" "$src"/rules/*.h | sort -u >"$work/names"
find "$kdir" -type f -name '*.[chS]' -print0 |
	xargs -0 grep -lwF -f "$work/names" -- | sort >"$work/all" || :
grep '\.c$' "$work/all" >"$work/files" || :
nr=$(wc -l <"$work/files")
[ "$nr" -gt 0 ] || die "$kdir: no file names an acquire"
warn "$kdir: $nr .c files name an acquire, $J workers"

# The kernel's build folder is made first and kept: "cold" is a store that holds it
# and nothing else.
measure prepare "$PINCHECK" check --kdir="$kdir" --store="$work/store" --jobs="$J" \
	--format=json --no-cocci --under=lib
forget() { # facts, results, precompiled headers: all but the prepared folder
	[ -d "$work/store" ] || return 0
	find "$work/store" -type f ! -path '*/trees/*/build/*' ! -path '*/trees/*/made-up/*' \
		! -name 'prepare.*' -exec rm -f {} +
}

forget
pins checker-cold "$work/store" --no-cocci
pins checker-warm "$work/store" --no-cocci
forget
pins all-cold "$work/store"
pins all-warm "$work/store"
for n in all-cold checker-cold; do
	cmp -s "$work/$n.out" "$work/$(echo "$n" | sed s/cold/warm/).out" ||
		warn "$n and its warm run differ"
done

rule=$src/cocci/report/gup_put_page.cocci
if ! have spatch; then
	skipped spatch "spatch is not installed"
elif [ ! -e "$rule" ]; then
	skipped spatch "there is no $rule"
else
	# As the kernel's coccicheck calls it, on the files given; each is a group of
	# its own, or spatch would take them all as one program.
	sed G "$work/files" >"$work/groups"
	opts=$(sed -n 's|^// Options: *||p' "$rule")
	# shellcheck disable=SC2086 # options without blanks
	measure spatch spatch -D report --very-quiet --cocci-file "$rule" $opts \
		-I "$kdir/include" --jobs "$J" --file-groups "$work/groups"
fi

# sparse wants the flags of the kernel's build; the prepared folder has the headers.
prepared=$(find "$work/store" -path '*/include/generated/autoconf.h' 2>/dev/null |
	head -n 1)
if ! have sparse; then
	skipped sparse "sparse is not installed"
elif [ -z "$prepared" ]; then
	skipped sparse "there is no prepared build folder"
else
	obj=${prepared%/include/generated/autoconf.h}
	includes=
	for h in compiler-version kconfig compiler_types; do
		[ ! -e "$kdir/include/linux/$h.h" ] ||
			includes="$includes -include $kdir/include/linux/$h.h"
	done
	cat >"$work/sparse.sh" <<-END
		cd "$obj" || exit 2
		xargs -P "$J" -n 1 sh -c 'timeout 60 sparse -Wno-decl -m64 -nostdinc -w \\
			-I"\$1/arch/x86/include" -Iarch/x86/include/generated -I"\$1/include" -Iinclude \\
			-I"\$1/arch/x86/include/uapi" -Iarch/x86/include/generated/uapi \\
			-I"\$1/include/uapi" -Iinclude/generated/uapi \\
			$includes -D__KERNEL__ -DCC_USING_FENTRY \\
			-DKBUILD_MODNAME=\\"m\\" -DKBUILD_BASENAME=\\"m\\" -DKBUILD_MODFILE=\\"m\\" \\
			-I"\$(dirname "\$2")" -I"\$1/arch/x86/kvm" "\$2"; :' sh "$kdir" <"$work/x86"
		exit 0
	END
	grep -E "^$kdir/(arch/x86|[^a]|a[^r])" "$work/files" >"$work/x86" || :
	measure sparse sh "$work/sparse.sh"
fi

# shellcheck disable=SC2016 # for the inner shell
measure grep sh -c 'grep -rowE --include="*.[chS]" -e "$1" "$2"; :' sh \
	"$(tr '\n' '|' <"$work/names" | sed 's/|$//')" "$kdir"

echo "tree:      $("$PINCHECK" --version 2>/dev/null | head -n 1), $kdir"
echo "files:     $nr .c files that name an acquire; $J workers, $(nproc) processors"
echo
printf '%-14s %9s %9s %9s %9s\n' what seconds CPU "peak MB" ratio
base=$(cut -d' ' -f1 "$work/checker-cold.cost")
while read -r name; do
	if [ -e "$work/$name.skip" ]; then
		printf '%-14s skipped: %s\n' "$name" "$(cat "$work/$name.skip")"
		continue
	fi
	awk -v name="$name" -v base="$base" '{
		note = ($4 > 1) ? sprintf("  (status %d)", $4) : ""
		ratio = (base > 0) ? sprintf("%.2f", $1 / base) : "-"
		printf "%-14s %9.2f %9.2f %9.0f %9s%s\n", name, $1, $2, $3 / 1024, ratio, note
	}' "$work/$name.cost"
done <"$work/order"
cat <<END

prepare       the kernel's build folder and headers, made once (with the facts of lib/)
checker-cold  the C checker, empty store;  checker-warm  again, nothing changed
all-cold      with the Coccinelle rules;   all-warm      again, nothing changed
spatch        one run of gup_put_page.cocci over the same .c files
sparse        over the same .c files for x86 (others not counted), no kernel checks tuned
grep          grep -rowE of the acquire names over the tree
END
