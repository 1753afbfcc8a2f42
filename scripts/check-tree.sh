#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# check-tree.sh: runs pincheck on a whole kernel and checks what comes out.
#
# From the environment: PINCHECK, BUILD (absolute), KDIR (else an installed
# linux-source), KDIR_OLD (a v5.0 to v5.3 tree, else none), INVOKED, J, RENAME_SEED.
# Runs cold and warm, with one worker and two, must give the same bytes; verdicts
# are held against testcases/truth/, and must stay in a copy with other names. Time
# and memory are printed and never judged.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
LC_ALL=C
export LC_ALL

: "${PINCHECK:=$here/../build/pincheck}" "${BUILD:=$here/../build}" "${KDIR:=}" "${J:=}"
src=$(cd "$here/.." && pwd)
work=$BUILD/check-tree
passed=0 failed=0 skipped=0

ok() {
	passed=$((passed + 1))
	echo "ok tree/$1"
}

not_ok() { # NAME WHY
	failed=$((failed + 1))
	echo "not ok tree/$1: $2"
}

skip() {
	skipped=$((skipped + 1))
	echo "skip tree/$1 $2"
}

finish() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ]
	exit
}

have jq || die "jq is missing: install jq, or run sh scripts/setup.sh"

if [ -n "$KDIR" ]; then
	kdir=$(from_invoked "$KDIR")
	[ -d "$kdir" ] || die "$kdir: no such folder"
elif kdir=$("$here/unpack-source.sh"); then
	:
else
	skip all "no linux-source is installed (sh scripts/setup.sh --with-source, or KDIR=)"
	finish
fi

kdir_old=
if [ -n "${KDIR_OLD:-}" ]; then
	kdir_old=$(from_invoked "$KDIR_OLD")
	is_kernel_tree "$kdir_old" || die "$kdir_old: not a kernel tree"
fi

rm -rf "$work"
mkdir -p "$work"
gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -o "$work/measure" "$here/measure.c"

state_of() {
	find "$1" -printf '%P %y %s %T@ %C@ %m %l\n' | sort | sha256sum
}

# One run. Arguments: NAME STORE JOBS FORMAT [TREE]; its status goes to
# $work/NAME.status.
run() {
	status=0
	"$work/measure" "$work/$1.cost" "$PINCHECK" check --kdir="${5:-$kdir}" --store="$2" \
		--jobs="$3" --format="$4" --stats >"$work/$1" 2>"$work/$1.err" </dev/null ||
		status=$?
	echo "$status" >"$work/$1.status"
	awk -v name="$1" '{ printf "     %-16s %7.2f s  %7.2f s CPU  %6.0f MB  status %d\n",
			    name, $1, $2, $3 / 1024, $4 }' "$work/$1.cost"
	if [ "$status" -gt 1 ]; then
		tail -n 5 "$work/$1.err" | sed 's/^/     /'
	fi
}

same() { # NAME A B
	if cmp -s "$work/$2" "$work/$3"; then
		ok "$1"
	else
		not_ok "$1" "$work/$2 and $work/$3 differ"
		diff "$work/$2" "$work/$3" | head -n 6 | sed 's/^/     /' || :
	fi
}

echo "check-tree: $kdir, $(nproc) processors"
before=$(state_of "$kdir")
run cold-j2.json "$work/store-a" 2 json
run warm-j2.json "$work/store-a" 2 json
run warm-j1.json "$work/store-a" 1 json
run cold-j1.json "$work/store-b" 1 json
run warm-j2.txt "$work/store-b" 2 text
run warm-j1.txt "$work/store-a" 1 text
after=$(state_of "$kdir")
json=$work/cold-j2.json

if [ "$before" = "$after" ]; then
	ok kdir-unchanged
else
	not_ok kdir-unchanged "something in $kdir was written"
fi

same warm-is-cold cold-j2.json warm-j2.json
same warm-j1-is-j2 warm-j2.json warm-j1.json
same cold-j1-is-j2 cold-j2.json cold-j1.json
same text-j1-is-j2 warm-j2.txt warm-j1.txt

if problems=$(jq -r -f "$here/check-json.jq" "$json" 2>&1) && [ -z "$problems" ]; then
	ok json-valid
else
	not_ok json-valid "$(printf '%s\n' "$problems" | head -n 5)"
fi
figure() { # a jq expression over the report
	jq -r "$1" "$json" 2>/dev/null || echo none
}

# Status: 3 where something was asked and not analysed, else 1 or 0 by findings.
loud=$(figure '[.findings[] | select(.level != "note")] | length')
unanalysed=$(figure '.ledger.calls_unanalysed')
case $unanalysed:$loud in
none:* | *:none) want=unknown ;;
0:0)	want=0 ;;
0:*)	want=1 ;;
*)	want=3 ;;
esac
for f in cold-j2.json warm-j2.json warm-j1.json cold-j1.json warm-j2.txt warm-j1.txt; do
	got=$(cat "$work/$f.status")
	if [ "$got" = "$want" ]; then
		ok "status-$f"
	else
		not_ok "status-$f" "$got, not $want ($loud findings above note, $unanalysed calls not analysed)"
	fi
done

# The ledger against grep: every occurrence of an acquire name in *.[chS].
awk -f "$here/acquire-names.awk" "$src"/rules/*.h | sort -u >"$work/names"
find "$kdir" -type f -name '*.[chS]' -print0 |
	xargs -0 grep -owHF -f "$work/names" -- >"$work/occurrences" || :
grepped=$(wc -l <"$work/occurrences")
if [ "$(figure .ledger.occurrences)" = "$grepped" ]; then
	ok "ledger-is-grep ($grepped occurrences)"
else
	not_ok ledger-is-grep "grep -ow finds $grepped, the ledger says $(figure .ledger.occurrences)"
fi

# Each file: no site that grep does not see, in a file, line and name.
jq -r '.sites[] | "\(.file):\(.line):\(.callee)"' "$json" 2>/dev/null | sort -u >"$work/sites" || :
find "$kdir" -type f -name '*.[chS]' -print0 |
	xargs -0 grep -onHwF -f "$work/names" -- | sed "s|^$kdir/||" | sort -u >"$work/places" || :
comm -23 "$work/sites" "$work/places" >"$work/unseen"
if [ ! -s "$work/sites" ]; then
	not_ok sites-are-there "the report has no site"
elif [ -s "$work/unseen" ]; then
	not_ok sites-are-there "$(wc -l <"$work/unseen") sites that grep does not find, as $(head -n 1 "$work/unseen")"
else
	ok "sites-are-there ($(wc -l <"$work/sites") sites)"
fi

# Every call of the ledger that an engine analysed is a site.
analysed=$(figure '.ledger.calls_clang + .ledger.calls_cocci_only')
if [ "$(figure '.sites | length')" = "$analysed" ]; then
	ok "calls-are-sites ($analysed calls)"
else
	not_ok calls-are-sites "$(figure '.sites | length') sites, $analysed analysed calls"
fi

# Text says what JSON says: each finding has its line.
jq -r '.findings[] | "\(.file):\(.line):\(if .column > 0 then "\(.column):" else "" end)"
	+ " \(.level): \(.message) [\(.rule)]"' \
	"$json" 2>/dev/null | sort >"$work/findings" || :
grep -E '^[^ ]+:[0-9]+:([0-9]+:)? (note|warning|error): .* \[[a-z-]+\]$' "$work/warm-j2.txt" |
	sort >"$work/findings.txt" || :
missing=$(comm -23 "$work/findings" "$work/findings.txt" | wc -l)
if [ "$missing" -eq 0 ]; then
	ok "text-has-all ($(wc -l <"$work/findings") findings)"
else
	not_ok text-has-all "$missing findings have no line in the text, as $(comm -23 "$work/findings" "$work/findings.txt" | head -n 1)"
fi

# No path of this machine in a report.
if grep -qF -e "$kdir" -e "$work" -e "$src" "$json" "$work/warm-j2.txt"; then
	not_ok no-machine-paths "$(grep -hoF -m 1 -e "$kdir" -e "$work" -e "$src" "$json" "$work/warm-j2.txt" | head -n 1)"
else
	ok no-machine-paths
fi

# The figures of a table, for a tree of its version: NAME REPORT TABLE-VERSION.
truth() {
	if sh "$here/measure-truth.sh" -v "$work/$2" "$src/testcases/truth/sites-$3.tsv" \
		>"$work/$1.truth" 2>&1; then
		ok "$1"
	else
		not_ok "$1" "$(grep '^short: ' "$work/$1.truth" | sed 's/^short: //' | paste -s -d ';' -)"
	fi
	grep -v '^short: ' "$work/$1.truth" | cut -c 1-240 | sed 's/^/     /' || :
}

kernel_of() { # REPORT
	jq -r .tree.kernel "$work/$1" 2>/dev/null || echo none
}

case $(kernel_of cold-j2.json) in
6.1 | 6.1.*) truth truth-6.1 cold-j2.json 6.1 ;;
*)	skip truth-6.1 "the tree is $(kernel_of cold-j2.json)" ;;
esac

if [ -n "$kdir_old" ]; then
	run old.json "$work/store-old" 2 json "$kdir_old"
	if problems=$(jq -r -f "$here/check-json.jq" "$work/old.json" 2>&1) && [ -z "$problems" ]; then
		ok "old-tree ($(kernel_of old.json))"
	else
		not_ok old-tree "$(printf '%s\n' "$problems" | head -n 5)"
	fi
	case $(kernel_of old.json) in
	5.0 | 5.0.*) truth truth-5.0.1 old.json 5.0.1 ;;
	*)	skip truth-5.0.1 "the tree is $(kernel_of old.json)" ;;
	esac
else
	skip old-tree "no KDIR_OLD="
fi

# Other names, the same verdicts.
begun=$(date +%s)
if sh "$here/check-rename.sh" "$PINCHECK" "$kdir" "$work/store-a" "$work/rename" "${RENAME_SEED:-1}" \
	>"$work/rename.out" 2>&1; then
	ok "renamed ($(tail -n 1 "$work/rename.out"))"
else
	not_ok renamed "seed ${RENAME_SEED:-1}, - before, + with other names"
	head -n 20 "$work/rename.out" | sed 's/^/     /'
fi
echo "     renamed in $(($(date +%s) - begun)) s"

echo "     verdicts: $(figure '.sites | group_by(.verdict) | map("\(.[0].verdict) \(length)") | join(", ")')"
echo "     findings: $(figure '.findings | group_by(.rule) | map("\(.[0].rule) \(length)") | join(", ")')"
finish
