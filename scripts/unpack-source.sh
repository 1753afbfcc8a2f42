#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# unpack-source.sh: prints the folder of a kernel that the distribution installed.
#
# usage: unpack-source.sh [VERSION]
#
# Looks for /usr/src/linux-source-X, unpacked or as linux-source-X.tar.*, the
# newest X first (or VERSION alone). An archive is unpacked once, below the cache;
# an interrupted run leaves nothing behind that a later one would take. Exit 1
# when there is none.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

src=${PINCHECK_USR_SRC:-/usr/src}
wanted=${1:-}
cache=$(cache_dir)/src

candidates() {
	for f in "$src"/linux-source-*; do
		[ -e "$f" ] || continue
		name=${f##*/}
		version=${name#linux-source-}
		case $name in
		*.tar.xz | *.tar.bz2 | *.tar.gz | *.tar.zst) version=${version%.tar.*} ;;
		*) [ -d "$f" ] || continue ;;
		esac
		if [ -z "$wanted" ] || [ "$wanted" = "$version" ]; then
			printf '%s %s\n' "$version" "$f"
		fi
	done | sort -k1,1Vr -k2,2
}

# An update of the package brings another archive under the same name.
key_of() {
	stat -c '%s-%Y' "$1"
}

unpack() { # version archive
	key=$(key_of "$2")
	dir=$cache/linux-source-$1
	mkdir -p "$cache" || die "cannot write $cache"
	exec 9>"$cache/.lock-$1"
	flock 9
	if is_kernel_tree "$dir" && [ "$(cat "$dir.from" 2>/dev/null)" = "$key" ]; then
		printf '%s\n' "$dir"
		return 0
	fi
	case $2 in
	*.xz)	have xz || die "xz is missing: install xz-utils" ;;
	*.bz2)	have bzip2 || die "bzip2 is missing: install bzip2" ;;
	*.zst)	have zstd || die "zstd is missing: install zstd" ;;
	esac
	warn "unpacking $2 to $dir"
	tmp=$(mktemp -d "$cache/.unpack-$1.XXXXXX")
	trap 'rm -rf "$tmp"' EXIT
	trap 'exit 130' INT TERM HUP
	tar -C "$tmp" -xf "$2" || die "cannot unpack $2"
	top=
	for d in "$tmp"/*/; do
		d=${d%/}
		if is_kernel_tree "$d"; then
			top=$d
			break
		fi
	done
	[ -n "$top" ] || die "$2 holds no kernel"
	rm -rf "$dir" "$dir.from"
	mv "$top" "$dir"
	printf '%s\n' "$key" >"$dir.from"
	printf '%s\n' "$dir"
}

# What a run that was killed left behind; nobody holds the lock of a dead run.
sweep() {
	[ -d "$cache" ] || return 0
	find "$cache" -maxdepth 1 -name '.unpack-*' -mmin +120 -exec rm -rf {} + 2>/dev/null || :
}

sweep
best=$(candidates | head -n 1)
[ -n "$best" ] || exit 1
version=${best%% *}
path=${best#* }
if [ -d "$path" ]; then
	is_kernel_tree "$path" || die "$path is not a kernel tree"
	printf '%s\n' "$path"
else
	unpack "$version" "$path"
fi
