#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# setup.sh: installs what pincheck needs, on Debian and Ubuntu; elsewhere names it.
#
# usage: setup.sh [--with-source] [--dry-run]
#
# --with-source  also a kernel to check: the distribution's linux-source
# --dry-run      only say what is missing
#
# Installs nothing when all is there. Exit 0: all there now; 1: apt failed;
# 2: wrong usage, no apt, or not allowed to use it.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

with_source='' dry=''
for arg; do
	case $arg in
	--with-source) with_source=y ;;
	--dry-run) dry=y ;;
	-h | --help)
		sed -n '/^# usage/,/^$/s/^# \{0,1\}//p' "$0" | sed '/^set -eu/d'
		exit 0 ;;
	*) die "unknown option $arg (--with-source, --dry-run)" ;;
	esac
done

# What building, checking and preparing a kernel's build folder need.
packages='gcc make pkg-config libsqlite3-dev libjansson-dev libcmocka-dev coccinelle
libpython3-dev python3 sparse flex bison bc libelf-dev libssl-dev xz-utils git
shellcheck jq'

is_installed() {
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

has_candidate() {
	apt-cache policy "$1" 2>/dev/null | grep -q '^ *Candidate: [0-9]'
}

has_source() {
	for f in /usr/src/linux-source-*.tar.* /usr/src/linux-source-*/Makefile; do
		[ ! -e "$f" ] || return 0
	done
	return 1
}

libclang_package() { # of those that apt has: what we test with, else the newest
	for v in 19 22 21 20 18 17; do
		if has_candidate "libclang-$v-dev"; then
			echo "libclang-$v-dev"
			return
		fi
	done
	return 1
}

source_package() {
	for p in linux-source linux-source-6.1; do
		if has_candidate "$p"; then
			echo "$p"
			return
		fi
	done
	return 1
}

missing_packages() {
	for p in $packages; do
		is_installed "$p" || echo "$p"
	done
	if ! have readelf || ! sh "$here/find-libclang.sh" >/dev/null; then
		libclang_package || echo libclang-19-dev
	fi
	if [ -n "$with_source" ] && ! has_source; then
		source_package || echo linux-source
	fi
}

if ! have apt-get || ! have dpkg-query; then
	warn "there is no apt here: install these, or what your system calls them:"
	# shellcheck disable=SC2086 # one word each
	printf '  %s\n' $packages 'libclang-19-dev (or another from 17 on)' >&2
	[ -z "$with_source" ] || printf '  %s\n' 'the source of a kernel (or use KDIR=)' >&2
	exit 2
fi

missing=$(missing_packages)
if [ -z "$missing" ]; then
	echo "setup: all packages are there, nothing to do"
	exit 0
fi
# shellcheck disable=SC2086 # one word each
set -- $missing
if [ -n "$dry" ]; then
	echo "setup: missing: $*"
	exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
	have sudo || die "not root and no sudo; as root: apt-get install $*"
	as_root=sudo
fi

apt() {
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@"
}

# A list of packages that is old or was never read names none, or some that the
# archive no longer has.
unknown=
for p; do
	has_candidate "$p" || unknown=y
done
if [ -n "$unknown" ] || ! apt install --no-install-recommends "$@" </dev/null; then
	echo "setup: apt-get update"
	apt update </dev/null || { warn "apt-get update failed"; exit 1; }
	missing=$(missing_packages)
	# shellcheck disable=SC2086
	set -- $missing
	apt install --no-install-recommends "$@" </dev/null || {
		warn "apt-get install failed: $*"
		exit 1
	}
fi
echo "setup: installed: $*"

missing=$(missing_packages)
if [ -n "$missing" ]; then
	# shellcheck disable=SC2086
	warn "still missing:" $missing
	exit 1
fi
