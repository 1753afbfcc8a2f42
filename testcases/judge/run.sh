#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh: the golden cases of the judge.
set -eu
exec sh "${PINCHECK_SRC:-.}/scripts/check-golden.sh" judge
