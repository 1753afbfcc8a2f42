# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# common.sh: small helpers that the other scripts read with `.`.

warn() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() { # exit 2: wrong usage, or could not run
	warn "$*"
	exit 2
}

have() {
	command -v "$1" >/dev/null 2>&1
}

# A kernel tree, by what is in it and not by its name.
is_kernel_tree() {
	[ -d "$1/include/linux" ] && [ -f "$1/Makefile" ] &&
		grep -q '^VERSION = [0-9]' "$1/Makefile"
}

# A path as the caller of make gave it: relative to where make was called.
from_invoked() {
	case $1 in
	'' | /*) printf '%s\n' "$1" ;;
	\~)	printf '%s\n' "$HOME" ;;
	\~/*)	printf '%s\n' "$HOME/${1#\~/}" ;;
	*)	printf '%s\n' "${INVOKED:-$PWD}/$1" ;;
	esac
}

cache_dir() {
	printf '%s\n' "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/pincheck"
}
