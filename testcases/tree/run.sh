#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh: the small kernel-like tree, against EXPECTED.tsv.
set -eu
exec sh "${PINCHECK_SRC:-.}/scripts/check-golden.sh" tree
