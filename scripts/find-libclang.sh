#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# find-libclang.sh: prints "VERSION INCLUDEDIR LIBDIR SONAME RPATH" of the libclang
# to build with. 19 is what pincheck is tested with, so it comes first; then the
# newest from 17 on. RPATH is "-" where the loader finds the library by itself.
# An argument (or LLVM=) asks for one version. Exit 1 when there is none.
set -eu

wanted=${1:-${LLVM:-}}

soname_of() {
	readelf -d "$1" 2>/dev/null | sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p'
}

in_loader_path() {
	for ldconfig in ldconfig /sbin/ldconfig /usr/sbin/ldconfig; do
		if command -v "$ldconfig" >/dev/null 2>&1; then
			"$ldconfig" -p 2>/dev/null |
				awk -v so="$1" '$1 == so { found = 1 } END { exit !found }'
			return
		fi
	done
	return 1
}

try() { # version includedir libdir
	[ -e "$2/clang-c/Index.h" ] || return 1
	[ -e "$3/libclang.so" ] || return 1
	so=$(soname_of "$3/libclang.so")
	rpath=$3
	if [ -n "$so" ] && in_loader_path "$so"; then
		rpath=-
	fi
	echo "$1 $2 $3 ${so:--} $rpath"
}

for v in ${wanted:-19 22 21 20 18 17}; do
	try "$v" "/usr/lib/llvm-$v/include" "/usr/lib/llvm-$v/lib" && exit 0
	try "$v" "/usr/lib64/llvm$v/include" "/usr/lib64/llvm$v/lib64" && exit 0
	for config in "llvm-config-$v" "llvm-config$v" llvm-config; do
		command -v "$config" >/dev/null 2>&1 || continue
		case $("$config" --version) in
		"$v".*)	try "$v" "$("$config" --includedir)" "$("$config" --libdir)" && exit 0 ;;
		esac
	done
done
exit 1
