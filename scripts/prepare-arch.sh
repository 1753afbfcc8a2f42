#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Makes the folder that stands before a build folder of x86 when files of another
# architecture are parsed: its configuration, and the asm/ headers that make would
# write.
#
# usage: prepare-arch.sh ARCH KDIR BUILD FOLDER
#
# KDIR and BUILD are only read, and nothing of the tree is run. FOLDER appears only
# when it is complete. The configuration is that of BUILD without what arch/x86 says,
# and with what arch/ARCH and rules/config.arch say.
set -eu

[ $# -eq 4 ] || {
	echo "usage: ${0##*/} ARCH KDIR BUILD FOLDER" >&2
	exit 2
}
arch=$1
kdir=$2
build=$3
folder=$4
work=$folder.tmp
data=$(cd "$(dirname "$0")/.." && pwd)

[ -d "$kdir/arch/$arch/include" ] || exit 2
[ ! -e "$folder" ] || exit 0
LC_ALL=C
export LC_ALL

rm -rf "$work"
mkdir -p "$work/include/generated" "$work/asm" "$work/uapi/asm"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# generic GENERIC OWN TO: wrappers for the headers that only asm-generic has
generic()
{
	for header in "$kdir/$1"/*.h; do
		header=${header##*/}
		[ -e "$kdir/arch/$arch/include/$2/$header" ] ||
			echo "#include <asm-generic/$header>" >"$work/$3/$header"
	done
}

# written KBUILD TO: headers that make writes from tables, empty
written()
{
	[ -f "$kdir/arch/$arch/include/$1" ] || return 0
	sed -n 's/^generated-y[[:space:]]*+*=//p' "$kdir/arch/$arch/include/$1" |
	tr -s '[:blank:]' '\n' |
	while read -r header; do
		case $header in
		*[!A-Za-z0-9_.-]* | .* | '') continue ;;
		esac
		: >"$work/$2/$header"
	done
}

# capabilities TABLE PREFIX TO: numbers, which is all that the names of a table stand for
capabilities()
{
	[ -f "$kdir/arch/$arch/$1" ] || return 0
	sed -n 's/^\([A-Z0-9_]\{1,\}\)$/\1/p' "$kdir/arch/$arch/$1" |
	awk -v prefix="$2" '{ print "#define " prefix $1 " " NR - 1 }
		END { print "#define " prefix "NCAPS " NR }' >"$work/$3"
}

# What arch/ includes of generated/ and nobody has; asm-offsets.h of x86 is no good.
generated()
{
	find "$kdir/arch/$arch/include" -name '*.h' -exec \
		sed -n 's/^#[[:space:]]*include <generated\/\([A-Za-z0-9_.-]*\.h\)>.*/\1/p' {} + |
	sort -u |
	while read -r header; do
		[ -e "$build/include/generated/$header" ] ||
			: >"$work/include/generated/$header"
	done
	: >"$work/include/generated/asm-offsets.h"
}

# The options of rules/config.arch for all and for this one, one a line.
core()
{
	awk -v arch="$arch" '
		/^#/ { next }
		/^[^ \t]/ { mine = $1 == arch || $1 == "all"; next }
		mine { for (i = 1; i <= NF; i++) print $i }
	' "$data/rules/config.arch"
}

config()
{
	core >"$work/core"
	find "$kdir"/arch/x86 "$kdir/arch/$arch" -name 'Kconfig*' -type f | sort |
	awk -v base="$build/include/generated/autoconf.h" -v core="$work/core" \
		-f "$data/scripts/arch-config.awk" >"$work/include/generated/autoconf.h"
	rm -f "$work/core"
}

generic include/asm-generic asm asm
generic include/uapi/asm-generic uapi/asm uapi/asm
written asm/Kbuild asm
written uapi/asm/Kbuild uapi/asm
capabilities tools/cpucaps "$(echo "$arch" | tr '[:lower:]' '[:upper:]')_" asm/cpucaps.h
generated
config
mv "$work" "$folder"
