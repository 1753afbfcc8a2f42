#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Makes a build folder of a kernel tree: its configuration and generated headers.
#
# usage: prepare-tree.sh [--made-up] KDIR FOLDER
#
# KDIR is only read: every output goes to FOLDER, which appears only when it is
# complete. The configuration is allyesconfig without what rewrites or
# instruments the code (rules/config.off). What the tree can no longer build with
# today's toolchain is replaced by a stand-in. The tree's own Makefiles are run;
# with --made-up nothing of the tree is run, and the configuration is made from
# the text of its Kconfig files. The log is standard output.
set -eu

usage()
{
	echo "usage: ${0##*/} [--made-up] KDIR FOLDER" >&2
	exit 2
}

made_up=
if [ "${1-}" = --made-up ]; then
	made_up=y
	shift
fi
[ $# -eq 2 ] || usage
kdir=$1
folder=$2
work=$folder.tmp
build=$work/build
data=$(cd "$(dirname "$0")/.." && pwd)

[ -f "$kdir/Makefile" ] || usage
[ ! -e "$folder" ] || exit 0

rm -rf "$work"
mkdir -p "$build"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# A folder of links to KDIR, for trees that make can't use where they stand:
# odd characters in the path, scripts that lost their mode, a build inside.
needs_shadow()
{
	case $kdir in
	*[!A-Za-z0-9_./+@%=~,-]*)
		return 0 ;;
	esac
	[ ! -e "$kdir/.config" ] || return 0
	[ ! -e "$kdir/include/config" ] || return 0
	[ ! -e "$kdir/include/generated" ] || return 0
	[ ! -e "$kdir/arch/x86/include/generated" ] || return 0
	for f in setlocalversion gcc-version.sh cc-version.sh; do
		f=$kdir/scripts/$f
		[ ! -f "$f" ] || [ -x "$f" ] || return 0
	done
	return 1
}

# link_all FROM TO SKIP...: links TO/x to FROM/x for all x but those to skip
link_all()
{
	from=$1
	to=$2
	shift 2
	mkdir -p "$to"
	for f in "$from"/* "$from"/.[!.]*; do
		[ -e "$f" ] || continue
		for skip in .git .config "$@"; do
			[ "${f##*/}" != "$skip" ] || continue 2
		done
		ln -s "$f" "$to/${f##*/}"
	done
}

make_shadow()
{
	shadow=$work/source
	link_all "$kdir" "$shadow" include arch scripts
	link_all "$kdir/include" "$shadow/include" generated config
	link_all "$kdir/arch" "$shadow/arch" x86
	link_all "$kdir/arch/x86" "$shadow/arch/x86" include
	link_all "$kdir/arch/x86/include" "$shadow/arch/x86/include" generated
	mkdir -p "$shadow/scripts"
	cp -RL "$kdir/scripts/." "$shadow/scripts"
	find "$shadow/scripts" -name '*.o' -exec rm -f {} +
	find "$shadow/scripts" -type f -name '*.[sp][hly]*' -exec chmod u+x {} +
	kdir=$shadow
}

# Nothing of an outer make or of the user's kbuild settings reaches this one;
# and git, which scripts/setlocalversion would run, finds no repository.
kmake()
{
	env -i PATH="$PATH" HOME="$work" LC_ALL=C TMPDIR="${TMPDIR:-/tmp}" \
		GIT_DIR=/nonexistent GIT_OPTIONAL_LOCKS=0 \
		KBUILD_BUILD_USER=user KBUILD_BUILD_HOST=host \
		KBUILD_BUILD_VERSION=1 KBUILD_BUILD_TIMESTAMP='Thu Jan 1 00:00:00 UTC 1970' \
		make -C "$kdir" O="$build" ARCH=x86_64 LOCALVERSION= \
		HOSTCFLAGS='-fcommon -w' "$@" </dev/null
}

# set_config: what config.off names is switched off in .config
set_config()
{
	sed -e 's/#.*//' -e 's/[[:space:]]*$//' "$data/rules/config.off" |
	awk '
		NR == FNR && NF { split($1, kv, "="); val[kv[1]] = $1; next }
		NR == FNR { next }
		{
			line = $0
			sub(/^# /, "", line)
			sub(/^CONFIG_/, "", line)
			sub(/[ =].*/, "", line)
			if (line in val)
				next
			print
		}
		END {
			for (name in val)
				if (val[name] ~ /=/)
					print "CONFIG_" val[name]
				else
					print "# CONFIG_" name " is not set"
		}' - "$build/.config" >"$build/.config.new"
	mv "$build/.config.new" "$build/.config"
}

# stand_in FILE: writes standard input to FILE if make did not build it
stand_in()
{
	if [ -s "$build/$1" ]; then
		cat >/dev/null
		return 0
	fi
	echo "stand-in for $1"
	mkdir -p "$(dirname "$build/$1")"
	cat >"$build/$1"
}

stand_ins()
{
	stand_in include/generated/bounds.h <<-EOF
	#define NR_PAGEFLAGS 24
	#define MAX_NR_ZONES 5
	#define NR_CPUS_BITS 13
	#define SPINLOCK_SIZE 72
	#define LRU_GEN_WIDTH 3
	#define __LRU_REFS_WIDTH 2
	EOF
	stand_in include/generated/timeconst.h <<-EOF
	#define HZ_TO_MSEC_MUL32	0x80000000ULL
	#define HZ_TO_MSEC_ADJ32	0x0ULL
	#define HZ_TO_MSEC_SHR32	29
	#define MSEC_TO_HZ_MUL32	0x80000000ULL
	#define MSEC_TO_HZ_ADJ32	0x180000000ULL
	#define MSEC_TO_HZ_SHR32	33
	#define HZ_TO_MSEC_NUM		4
	#define HZ_TO_MSEC_DEN		1
	#define MSEC_TO_HZ_NUM		1
	#define MSEC_TO_HZ_DEN		4
	#define HZ_TO_USEC_MUL32	0xFA000000ULL
	#define HZ_TO_USEC_ADJ32	0x0ULL
	#define HZ_TO_USEC_SHR32	20
	#define USEC_TO_HZ_MUL32	0x83126E98ULL
	#define USEC_TO_HZ_ADJ32	0x7FBE76C8B43958ULL
	#define USEC_TO_HZ_SHR32	43
	#define HZ_TO_USEC_NUM		4000
	#define HZ_TO_USEC_DEN		1
	#define USEC_TO_HZ_NUM		1
	#define USEC_TO_HZ_DEN		4000
	#define HZ_TO_NSEC_NUM		4000000
	#define HZ_TO_NSEC_DEN		1
	#define NSEC_TO_HZ_NUM		1
	#define NSEC_TO_HZ_DEN		4000000
	EOF
	stand_in include/generated/asm-offsets.h <<-EOF
	/* offsets are only for assembly */
	EOF
	stand_in include/generated/rq-offsets.h <<-EOF
	#define RQ_nr_pinned 0
	EOF
	stand_in include/generated/utsrelease.h <<-EOF
	#define UTS_RELEASE "0.0.0"
	EOF
	stand_in include/generated/compile.h <<-EOF
	#define UTS_VERSION "#1"
	#define UTS_MACHINE "x86_64"
	#define LINUX_COMPILE_BY "user"
	#define LINUX_COMPILE_HOST "host"
	#define LINUX_COMPILER "cc"
	EOF
}

# wrappers KBUILD-VARIABLE KBUILD DIRECTORY PREFIX: asm/ headers that only include
# the generic one
wrappers()
{
	[ -f "$kdir/$2" ] || return 0
	sed -n "s/^$1[[:space:]]*+*=//p" "$kdir/$2" | tr -s '[:blank:]' '\n' |
	while read -r header; do
		case $header in
		*[!A-Za-z0-9_.-]* | .* | '') continue ;;
		esac
		[ ! -e "$kdir/arch/x86/include/$3/$header" ] || continue
		mkdir -p "$build/arch/x86/include/generated/$3"
		echo "#include <asm-generic/$header>" \
			>"$build/arch/x86/include/generated/$3/$header"
	done
}

# system_calls TABLE ABIS PREFIX HEADER: numbers from a table of system calls
system_calls()
{
	mkdir -p "$build/arch/x86/include/generated/$(dirname "$4")"
	if [ -f "$kdir/arch/x86/entry/syscalls/$1" ]; then
		awk -v abis=" $2 " -v prefix="$3" '
			/^[0-9]/ && index(abis, " " $2 " ") {
				print "#define " prefix $3 " " $1
				if ($1 >= nr)
					nr = $1 + 1
			}
			END { print "#define " prefix "syscalls " nr + 0 }
		' "$kdir/arch/x86/entry/syscalls/$1"
	fi >"$build/arch/x86/include/generated/$4"
}

asm_headers()
{
	wrappers generic-y arch/x86/include/asm/Kbuild asm
	wrappers mandatory-y include/asm-generic/Kbuild asm
	wrappers generic-y arch/x86/include/uapi/asm/Kbuild uapi/asm
	wrappers mandatory-y include/uapi/asm-generic/Kbuild uapi/asm
	wrappers mandatory-y include/uapi/asm-generic/Kbuild.asm uapi/asm
	wrappers 'generic-y\|mandatory-y' include/uapi/asm-generic/Kbuild.asm uapi/asm
	system_calls syscall_64.tbl 'common 64' __NR_ uapi/asm/unistd_64.h
	system_calls syscall_64.tbl 'common x32' __NR_ uapi/asm/unistd_x32.h
	system_calls syscall_32.tbl i386 __NR_ uapi/asm/unistd_32.h
	system_calls syscall_32.tbl i386 __NR_ia32_ asm/unistd_32_ia32.h
	system_calls syscall_64.tbl x32 __NR_x32_ asm/unistd_64_x32.h
	for header in syscalls_32 syscalls_64 syscalls_x32 xen-hypercalls; do
		: >"$build/arch/x86/include/generated/asm/$header.h"
	done
	cat >"$build/arch/x86/include/generated/asm/cpufeaturemasks.h" <<-EOF
	#define REQUIRED_MASK_BIT_SET(x) 0
	#define DISABLED_MASK_BIT_SET(x) 0
	EOF
}

# An autoconf.h from the text of the Kconfig files: rules/config.core, what those
# select, and what drivers, file systems and the like offer.
made_up_config()
{
	mkdir -p "$build/include/generated"
	find "$kdir" -name 'Kconfig*' -type f \( -path "$kdir/arch/x86/*" -o \
		! -path "$kdir/arch/*/*" \) | LC_ALL=C sort |
	awk -v kdir="$kdir/" -v off="$data/rules/config.off" \
		-v core="$data/rules/config.core" -f "$data/scripts/made-up-config.awk" \
		>"$build/include/generated/autoconf.h"
	v=$(sed -n 's/^VERSION *= *//p' "$kdir/Makefile" | head -n 1)
	p=$(sed -n 's/^PATCHLEVEL *= *//p' "$kdir/Makefile" | head -n 1)
	s=$(sed -n 's/^SUBLEVEL *= *//p' "$kdir/Makefile" | head -n 1)
	mkdir -p "$build/include/generated/uapi/linux"
	cat >"$build/include/generated/uapi/linux/version.h" <<-EOF
	#define LINUX_VERSION_CODE $((${v:-0} * 65536 + ${p:-0} * 256))
	#define KERNEL_VERSION(a, b, c) (((a) << 16) + ((b) << 8) + (c))
	#define LINUX_VERSION_MAJOR ${v:-0}
	#define LINUX_VERSION_PATCHLEVEL ${p:-0}
	#define LINUX_VERSION_SUBLEVEL ${s:-0}
	EOF
}

run_make()
{
	if needs_shadow; then
		make_shadow
	fi
	jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
	kmake allyesconfig
	set_config
	kmake olddefconfig
	kmake -k -j"$jobs" prepare0 || echo "prepare0 failed: going on with stand-ins"
	if ! [ -s "$build/include/generated/autoconf.h" ]; then
		echo "no include/generated/autoconf.h was made"
		exit 1
	fi
	# Only the configuration and the headers are needed from here on.
	rm -rf "$build/scripts" "$build/tools" "$build/source" "$build/include/config"
}

tree=$kdir
: >"$work/start"
if [ "$made_up" ]; then
	asm_headers
	made_up_config
else
	run_make
fi
stand_ins
changed=$(find "$tree" -newer "$work/start" | head -n 5)
[ ! "$changed" ] || echo "note: the tree was changed meanwhile, not by us: $changed"
mv "$build" "$folder"
