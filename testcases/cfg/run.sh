#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh: graphs of testcases/facts against clang's own; see scripts/check-cfg.sh.
set -eu
src=${PINCHECK_SRC:-.}
status=0
for c in "$src"/testcases/facts/${T:-*}.c; do
	OUT=${OUT:-${BUILD:-$src/build}/testcases/cfg} sh "$src/scripts/check-cfg.sh" "$c" ||
		status=1
done
exit "$status"
