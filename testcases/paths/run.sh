#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh: the kinds of faults on a path, and their correct twins.
set -eu
exec sh "${PINCHECK_SRC:-.}/scripts/check-golden.sh" paths
