#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run-tests.sh: what `make check` runs: unit tests, golden cases, lint; one summary line.
#
# From the environment: BUILD (absolute), MAKE, T (only what begins with it:
# unit/test_x, a folder of testcases/, or FOLDER/CASE; lint), V=1 (print what passed).
#
# Each testcases/FOLDER/run.sh is run in the top folder with PINCHECK (the program),
# PINCHECK_SRC (the sources), OUT (a folder for its output, empty) and T (a case, or
# empty), and prints `ok NAME`, `not ok NAME` or `skip NAME REASON` lines; other lines
# are shown. What is to be compared goes to $OUT/PATH.got, for check-accept.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
cd "$here/.."

: "${BUILD:=$PWD/build-asan}" "${T:=}" "${V:=}" "${MAKE:=make}"
only=${T:-}
PINCHECK_SRC=$PWD
PINCHECK=$BUILD/pincheck
export PINCHECK_SRC PINCHECK BUILD
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1:abort_on_error=0}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"
# Tests must not see, or fill, the user's cache.
XDG_CACHE_HOME=$BUILD/test-cache
export XDG_CACHE_HOME
# A terminal, or make's own variables, change nothing.
unset KDIR M J O FORMAT MODE BASELINE STRICT MAKEFLAGS MFLAGS MAKELEVEL || :

work=$BUILD/test-log
rm -rf "$work" "$XDG_CACHE_HOME"
mkdir -p "$work" "$XDG_CACHE_HOME"
passed=0 failed=0 skipped=0

wanted() { # NAME: is it, or is it above or below, what T= names?
	case $only in
	'') return 0 ;;
	"$1" | "$1"/*) return 0 ;;
	esac
	case $1 in
	"$only"/*) return 0 ;;
	esac
	return 1
}

# Counts and shows what a log says. Arguments: LOG PREFIX STATUS COMMAND
tally() {
	p=$(grep -c '^ok ' "$1" || :)
	f=$(grep -c '^not ok ' "$1" || :)
	s=$(grep -c '^skip ' "$1" || :)
	if [ "$f" -eq 0 ] && [ "$3" -ne 0 ]; then
		f=1
		echo "not ok $2 (exit status $3)" >>"$1"
	elif [ "$((p + f + s))" -eq 0 ]; then
		f=1
		echo "not ok $2 (it ran no test)" >>"$1"
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	if [ "$V" = 1 ] || [ "$f" -gt 0 ]; then
		sed "s|^|  |" "$1"
		[ "$f" -eq 0 ] || echo "  again with: $4"
	else
		sed -n 's|^skip |  skip |p' "$1"
	fi
	printf '%-4s %s (%d passed, %d failed, %d skipped)\n' \
		"$([ "$f" -eq 0 ] && echo ok || echo FAIL)" "$2" "$p" "$f" "$s"
}

# cmocka's TAP to our lines; "not ok N # SKIP" and "ok N # SKIP" are skips.
tap_lines() {
	sed -E -e 's/^(not )?ok [0-9]+ # SKIP *-? */skip /' \
		-e 's/^(not )?ok [0-9]+ - /\1ok /' \
		-e '/^1\.\.[0-9]+$/d' "$1"
}

run_unit() {
	for src in checker/tests/test_*.c; do
		[ -e "$src" ] || continue
		name=$(basename "$src" .c)
		wanted "unit/$name" || continue
		status=0
		CMOCKA_MESSAGE_OUTPUT=TAP timeout 300 "$BUILD/tests/$name" \
			>"$work/$name.tap" 2>&1 </dev/null || status=$?
		tap_lines "$work/$name.tap" >"$work/$name.log"
		tally "$work/$name.log" "unit/$name" "$status" "make check T=unit/$name"
	done
}

run_golden() {
	for script in testcases/*/run.sh; do
		[ -e "$script" ] || continue
		folder=$(basename "$(dirname "$script")")
		wanted "$folder" || continue
		OUT=$BUILD/testcases/$folder
		rm -rf "$OUT"
		mkdir -p "$OUT"
		case $only in
		"$folder"/*) T=${only#"$folder"/} ;;
		*) T= ;;
		esac
		export OUT T
		status=0
		timeout 1200 sh "$script" >"$work/$folder.log" 2>&1 </dev/null || status=$?
		tally "$work/$folder.log" "$folder" "$status" "make check T=$folder"
	done
}

run_lint() {
	if wanted hdr-check; then
		status=0
		"$MAKE" -k SANITIZE=address,undefined DEVELOPER=1 BUILD="$BUILD" hdr-check \
			>"$work/hdr.log" 2>&1 || status=$?
		[ "$status" -ne 0 ] || echo "ok hdr-check" >>"$work/hdr.log"
		tally "$work/hdr.log" hdr-check "$status" "make hdr-check"
	fi
	if wanted lint; then
		status=0
		sh scripts/lint.sh >"$work/lint.log" 2>&1 || status=$?
		tally "$work/lint.log" lint "$status" "make lint"
	fi
}

run_lint
run_unit
run_golden
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
