#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# check-golden.sh: runs pincheck on the golden cases and compares what it found.
#
# usage: check-golden.sh judge|paths|tree
#
# From the environment: PINCHECK (the program), PINCHECK_SRC (the sources), OUT (an
# empty folder for what is written), T (one case, or empty for all).
#
# judge: testcases/judge/*.c, one file a case. What shall be found stands in a
# comment on the line: `want:` rules that shall be reported there, `may:` rules that
# can be, `verdict:` of an acquire (a|b: either; `case N`: N shall be among them,
# `case none`: there is none).
# Any finding that is not listed fails. All cases are checked in one run on one
# tree, over the headers of testcases/tree. With a NAME.expected beside it, a case is
# also run alone, and what it prints and its exit status are compared as text.
#
# paths: the same for testcases/paths, where a file holds one kind of fault, each with
# its correct twins.
#
# tree: testcases/tree against its EXPECTED.tsv, which says how to read it; and the
# ledger, which must add up.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

what=${1:-}
: "${PINCHECK_SRC:=$here/..}" "${T:=}"
: "${PINCHECK:=$PINCHECK_SRC/build/pincheck}" "${OUT:=$PINCHECK_SRC/build/testcases/$what}"
cases=$PINCHECK_SRC/testcases
tab=$(printf '\t')
failed=0
LC_ALL=C
export LC_ALL

ok() {
	echo "ok $1"
}

not_ok() { # NAME [MESSAGE]
	echo "not ok $1${2:+ ($2)}"
	failed=1
}

# JSON to `path<TAB>value` lines: sites.0.file<TAB>mm/a.c. Numbers count from 0. Reads
# up to each comma, and on while that comma was inside a string.
json_flat() {
	awk '
	BEGIN { RS = "," }
	function path(d,  i, p) {
		p = key[1]
		for (i = 2; i <= d; i++)
			p = p "." key[i]
		return p
	}
	function value(v) {
		if (type[depth] == "{" && want_key[depth]) {
			key[depth] = v
			want_key[depth] = 0
			return
		}
		print path(depth) "\t" v
	}
	function unescape(v) {
		v = substr(v, 2, length(v) - 2)
		gsub(/\\\//, "/", v)
		gsub(/\\[nt]/, " ", v)
		gsub(/\\"/, "\"", v)
		gsub(/\\\\/, "\\", v)
		return v
	}
	function tokens(s,  t, c) {
		while (match(s, /"([^"\\]|\\.)*"|[][{}]|[^][{}": \t\r\n]+/)) {
			t = substr(s, RSTART, RLENGTH)
			s = substr(s, RSTART + RLENGTH)
			c = substr(t, 1, 1)
			if (c == "{" || c == "[") {
				depth++
				type[depth] = c
				key[depth] = 0
				want_key[depth] = c == "{"
			} else if (c == "}" || c == "]") {
				depth--
			} else if (c == "\"") {
				value(unescape(t))
			} else {
				value(t)
			}
		}
	}
	{
		buf = open ? buf "," $0 : $0
		bare = buf
		gsub(/\\./, "", bare)
		open = gsub(/"/, "", bare) % 2
		if (open)
			next
		if (NR > 1 && started) {
			if (type[depth] == "{")
				want_key[depth] = 1
			else
				key[depth]++
		}
		started = 1
		tokens(buf)
	}'
}

# Runs the program on a tree; a report that is no report fails. Status in $run_status.
run_check() { # KDIR OUTPUT ARGUMENT...
	kdir=$1 output=$2
	shift 2
	run_status=0
	"$PINCHECK" check --kdir="$kdir" --no-prepare "$@" \
		>"$output" 2>"$output.stderr" || run_status=$?
	if [ "$run_status" -gt 3 ] || [ "$run_status" -eq 2 ] || [ ! -s "$output" ]; then
		sed 's/^/  /' "$output.stderr"
		return 1
	fi
}

# Headers and Makefile of the small tree, with room for cases.
make_tree() { # FOLDER
	mkdir -p "$1/drivers"
	cp -R "$cases/tree/include" "$cases/tree/Makefile" "$cases/tree/Kconfig" "$1/"
}

# The cases that T= names, all of them if it is empty.
judge_cases() {
	for c in "$cases/$what"/${T:-*}.c; do
		[ -e "$c" ] || die "no such case: $T"
		basename "$c" .c
	done
}

# What a case's comments ask for, against what was found: two lists to compare.
# Arguments: CASE.c REPORT.flat WANT GOT
judge_lists() {
	awk -F '\t' -v file="drivers/${1##*/}" -v want="$3" -v got="$4" '
	FNR == NR {		# the report
		n = split($1, p, ".")
		if ((p[1] != "sites" && p[1] != "findings") || n < 3)
			next
		id = p[1] "." p[2]
		if (!(id in seen)) {
			seen[id] = 1
			ids[++nr] = id
		}
		if (n == 3)
			val[id, p[3]] = $2
		else if (n == 4 && p[3] == "case")
			val[id, "case"] = val[id, "case"] " " $2
		next
	}
	{
		line = FNR
		while (match($0, /\/\*[^*]*(want|may|verdict):[^*]*\*\//)) {
			text = substr($0, RSTART + 2, RLENGTH - 4)
			$0 = substr($0, RSTART + RLENGTH)
			m = split(text, part, ";")
			for (i = 1; i <= m; i++) {
				k = split(part[i], word, " ")
				if (word[1] == "verdict:") {
					verdict[line] = word[2]
					if (word[3] == "case")
						vcase[line] = word[4]
				} else {
					for (j = 2; j <= k; j++)
						rule[word[1], line, word[j]]++
				}
			}
		}
		last = line
	}
	function listed(v, line) {
		return index("|" verdict[line] "|", "|" v "|")
	}
	END {
		for (i = 1; i <= nr; i++) {
			id = ids[i]
			if (val[id, "file"] != file)
				continue
			line = val[id, "line"] + 0
			if (id ~ /^findings/) {
				r = val[id, "rule"]
				if (rule["may:", line, r])
					continue
				found[line] = found[line] sprintf("%d: %s\n", line, r)
			} else if (line in verdict) {
				v = val[id, "verdict"]
				c = vcase[line]
				shown = v
				if (c != "")
					shown = shown " case" val[id, "case"]
				fits = c == "" || index(val[id, "case"] " ", " " c " ")
				if (c == "none")
					fits = val[id, "case"] == ""
				if (listed(v, line) && fits) {
					verdict[line] = v
					shown = v (c != "" ? " case " c : "")
				}
				found[line] = sprintf("%d: site %s\n", line, shown) found[line]
			}
		}
		for (line = 1; line <= last; line++) {
			if (line in verdict)
				printf "%d: site %s%s\n", line, verdict[line], \
					vcase[line] != "" ? " case " vcase[line] : "" >want
			for (key in rule) {
				split(key, sub_key, SUBSEP)
				if (sub_key[1] == "want:" && sub_key[2] == line)
					for (j = 0; j < rule[key]; j++)
						printf "%d: %s\n", line, sub_key[3] >want
			}
			printf "%s", found[line] >got
		}
		printf "" >want
		printf "" >got
	}' "$2" "$1"
	sort -n -o "$3" "$3"
	sort -n -o "$4" "$4"
}

judge_one() { # NAME
	src=$cases/$what/$1.c
	judge_lists "$src" "$OUT/report.flat" "$OUT/$1.want" "$OUT/$1.found"
	if diff -u --label expected --label got "$OUT/$1.want" "$OUT/$1.found" >"$OUT/$1.diff"; then
		ok "$what/$1"
		return
	fi
	not_ok "$what/$1"
	echo "testcases/$what/$1.c"
	cat "$OUT/$1.diff"
	echo "rerun: make check T=$what/$1"
}

# A case alone: all that it prints, and its status.
judge_text() { # NAME
	expected=$cases/$what/$1.expected
	[ -e "$expected" ] || return 0
	alone=$OUT/alone/$1
	make_tree "$alone/tree"
	cp "$cases/$what/$1.c" "$alone/tree/drivers/"
	run_check "$alone/tree" "$alone/text" --store="$alone/store" --no-cocci --format=text || :
	{ cat "$alone/text"; echo "exit status $run_status"; } >"$OUT/$1.expected.got"
	if diff -u --label expected --label got "$expected" "$OUT/$1.expected.got" >"$alone/diff"; then
		ok "$what/$1.expected"
		return
	fi
	not_ok "$what/$1.expected"
	echo "testcases/$what/$1.expected"
	cat "$alone/diff"
	echo "rerun: make check T=$what/$1"
	echo "accept: make check-accept T=$what/$1.expected"
}

golden_judge() {
	list=$(judge_cases)
	make_tree "$OUT/tree"
	for name in $list; do
		cp "$cases/$what/$name.c" "$OUT/tree/drivers/"
	done
	if ! run_check "$OUT/tree" "$OUT/report.json" --store="$OUT/store" --no-cocci --format=json
	then
		not_ok "$what" "no report, exit status $run_status"
		return
	fi
	json_flat <"$OUT/report.json" >"$OUT/report.flat"
	for name in $list; do
		judge_one "$name"
		judge_text "$name"
	done
}

# Sites, releases and findings of a report, against a table of what is expected.
# Arguments: EXPECTED.tsv REPORT.flat WANT GOT
tree_lists() {
	awk -F '\t' -v want="$3" -v got="$4" '
	FNR == NR {
		n = split($1, p, ".")
		if ((p[1] != "sites" && p[1] != "findings") || n < 3)
			next
		id = p[1] "." p[2]
		if (!(id in seen)) {
			seen[id] = 1
			ids[++nr] = id
		}
		if (n == 3)
			val[id, p[3]] = $2
		else if (p[3] == "case")
			val[id, "case"] = val[id, "case"] " " $2
		else if (p[3] == "releases" && n == 5) {
			if (p[4] + 1 > nrel[id])
				nrel[id] = p[4] + 1
			val[id, p[4], p[5]] = $2
		}
		next
	}
	/^#/ || !NF { next }
	$1 == "site" {
		k = $2 ":" $3 ":" $4
		ord = k "#" ++nth[k]
		site[ord] = $5
		cas[ord] = $6
		m = split($7, r, ",")
		for (i = 1; i <= m; i++) {
			opt = sub(/\?$/, "", r[i])
			if (split(r[i], part, ":") == 2)
				r[i] = $2 ":" r[i]
			rel[ord, r[i]] = opt ? "may" : "must"
		}
		next
	}
	{
		k = $2 ":" $3
		if (sub(/^\?/, "", $4))
			may[k ":" $4] = 1
		else
			must[k ":" $4]++
	}
	function is_one_of(v, list) {
		return index("|" list "|", "|" v "|")
	}
	END {
		for (i = 1; i <= nr; i++) {
			id = ids[i]
			k = val[id, "file"] ":" val[id, "function"]
			if (id ~ /^findings/) {
				k = k ":" val[id, "rule"]
				if (!(k in may))
					print "finding " k >got
				continue
			}
			k = k ":" val[id, "callee"]
			ord = k "#" ++count[k]
			v = val[id, "verdict"]
			expected = ord in site ? site[ord] : ""
			sub(/^\?/, "", expected)
			c = ord in cas ? cas[ord] : ""
			if (expected != "" && is_one_of(v, expected) && \
			    (c == "-" || index(val[id, "case"] " ", " " c " "))) {
				site[ord] = v
				print "site " ord " " v (c == "-" ? "" : " case " c) >got
			} else {
				print "site " ord " " v " case" val[id, "case"] >got
			}
			for (j = 0; j < nrel[id]; j++) {
				key = val[id, j, "file"] ":" val[id, j, "function"] ":" val[id, j, "callee"]
				if (!(((ord, key) in rel) && rel[ord, key] == "may") && !((ord, key) in shown))
					print "site " ord " released by " key >got
				shown[ord, key] = 1
			}
			met[ord] = 1
		}
		for (ord in site) {
			if (site[ord] ~ /^\?/ && !met[ord])
				continue
			sub(/^\?/, "", site[ord])
			print "site " ord " " site[ord] (cas[ord] == "-" ? "" : " case " cas[ord]) >want
		}
		for (key in rel) {
			split(key, sub_key, SUBSEP)
			if (rel[key] == "must")
				print "site " sub_key[1] " released by " sub_key[2] >want
		}
		for (k in must)
			for (j = 0; j < must[k]; j++)
				print "finding " k >want
		printf "" >want
		printf "" >got
	}' "$2" "$1"
	sort -o "$3" "$3"
	sort -o "$4" "$4"
}

# The classes of the ledger, and the calls by engine, must add up to what grep finds.
tree_ledger() { # TREE REPORT.flat
	names=$(awk -f "$here/acquire-names.awk" "$PINCHECK_SRC/rules/acquire.h" 2>/dev/null | sort -u)
	[ -n "$names" ] || names=$(sed -n "s/^sites\.[0-9]*\.callee$tab//p" "$2" | sort -u)
	(cd "$1" && find . -name '*.[chS]' -exec grep -owFh "$names" {} +) | wc -l >"$OUT/grep.count"
	awk -F '\t' -v grep="$(cat "$OUT/grep.count")" '
	$1 ~ /^ledger\.[a-z_]*$/ {
		sub(/^ledger\./, "", $1)
		v[$1] = $2
	}
	END {
		sum = v["calls"] + v["definitions"] + v["declarations"] + v["macro_bodies"] + \
		      v["exports"] + v["address_taken"] + v["strings"] + v["comments"] + v["unparsed"]
		if (v["occurrences"] + 0 != sum)
			print "classes: " sum ", occurrences: " v["occurrences"]
		calls = v["calls_clang"] + v["calls_cocci_only"] + v["calls_unanalysed"]
		if (v["calls"] + 0 != calls)
			print "calls by engine: " calls ", calls: " v["calls"]
		if (v["occurrences"] + 0 != grep + 0)
			print "grep -ow: " grep ", occurrences: " v["occurrences"]
	}' "$2"
}

golden_tree() {
	set --
	have spatch || set -- --no-cocci
	if ! run_check "$cases/tree" "$OUT/report.json" --store="$OUT/store" --format=json "$@"; then
		not_ok tree "no report, exit status $run_status"
		return
	fi
	json_flat <"$OUT/report.json" >"$OUT/report.flat"
	tree_lists "$cases/tree/EXPECTED.tsv" "$OUT/report.flat" "$OUT/tree.want" "$OUT/tree.found"
	if diff -u --label expected --label got "$OUT/tree.want" "$OUT/tree.found"; then
		ok tree/sites
	else
		not_ok tree/sites
		echo "rerun: make check T=tree"
	fi
	ledger=$(tree_ledger "$cases/tree" "$OUT/report.flat")
	if [ -z "$ledger" ]; then
		ok tree/ledger
	else
		not_ok tree/ledger
		echo "$ledger"
	fi
	if ! have spatch; then
		echo "skip tree/cocci there is no spatch"
	elif grep -q "^ledger.calls_cocci_only${tab}[1-9]" "$OUT/report.flat"; then
		ok tree/cocci
	else
		not_ok tree/cocci "no call is Coccinelle's alone, drivers/video/tfb.c has one"
	fi
}

[ -x "$PINCHECK" ] || die "no program at $PINCHECK"
mkdir -p "$OUT"
case $what in
judge|paths)	golden_judge ;;
tree)	golden_tree ;;
*)	die "usage: check-golden.sh judge|paths|tree" ;;
esac
exit "$failed"
