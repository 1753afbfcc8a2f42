# SPDX-License-Identifier: GPL-2.0-only
# measure-truth.jq: the figures of measure-truth.sh. Takes $report (a list of one
# report), $table (text of the table) and $verbose; gives lines, the last ones
# starting with "short:" for each figure that is not reached.

def rows:
	split("\n") | map(select(. != "") | split("\t"))
	| .[0] as $head
	| .[1:][] | . as $row
	| reduce range($head | length) as $i ({}; .[$head[$i]] = $row[$i]);

# A cell `file:function:callee ...` as a list of file:function.
def places:
	split(" ") | map(select(. != "" and . != "-") | split(":")[0:2] | join(":")) | unique;

def place: "\(.file):\(.function)";

def meet($a; $b): ($a - ($a - $b));

def want:
	{convert: "convert", todo: "convert", pinned: "done", keep: "keep",
	 mismatch: "mismatch"}[.verdict];

# The site of a row: its line; else, in a tree whose lines moved, its function and
# callee.
def site_of($by_file):
	. as $r | ($by_file[$r.file] // []) as $here
	| first($here[] | select(.line == ($r.line | tonumber)))
	  // first($here[] | select(.function == $r.function and .callee == $r.callee))
	  // null;

def one($by_file; $loud):
	. as $r
	| "\($r.file):\($r.line) \($r.function) \($r.callee)" as $at
	| site_of($by_file) as $s
	| if $s == null then {rows: 1, missed: ["MISSED \($at)"]}
	  else
		(want) as $want
		| ($want != null and $r.sure == "yes") as $judged
		| ($judged and $want == "keep" and (($loud | index($r | place)) != null)) as $is_loud
		| ($r.rel_ok | places) as $ok
		| ($r.rel_via | places) as $via
		| ([$s.releases[] | select(.path == "success" or .path == "any")
		    | place, (.via[]? | place)] | unique) as $got
		| ([$s.releases[] | place] | unique) as $all
		| (($ok | length) > 0) as $rel
		| ($rel and $r.release_scope == "other-file") as $other
		| ($rel and (meet($got; $ok + $via) | length) > 0) as $hit
		| ($rel and $r.file != "lib/iov_iter.c") as $naming
		| def n(c): if c then 1 else 0 end;
		{
			rows: 1, found: 1,
			judged: n($judged),
			agree: n($judged and $s.verdict == $want),
			manual: n($judged and $s.verdict != $want and $s.verdict == "manual"),
			wrong: n($judged and $s.verdict != $want and $s.verdict != "manual"),
			loud: n($is_loud),
			rel: n($rel), relhit: n($hit),
			other: n($other), otherhit: n($other and $hit),
			reported: (if $naming then $all | length else 0 end),
			named: (if $naming then meet($all; $ok + $via + ($r.rel_err | places)) | length
				else 0 end),
			missed: [
				(if $judged and $s.verdict != $want then
					"\(if $s.verdict == "manual" then "MANUAL" else "WRONG" end) "
					+ "\($at): \($want), not \($s.verdict)"
				 else empty end),
				(if $is_loud then "LOUD \($at)" else empty end),
				(if $rel and ($hit | not) then
					"RELEASE \($at): \($ok | join(" ")); found: \($got | join(" "))"
				 else empty end)
			]
		}
	  end;

# The figures to reach.
def shorts:
	(if .found < .rows then "short: sites, every one must be found" else empty end),
	(if .agree < 0.9 * .judged then "short: verdicts that agree, 90 %" else empty end),
	(if .wrong > 0.03 * .judged then "short: wrong verdicts, 3 % at most" else empty end),
	(if .loud > 0 then "short: sites to keep that have a warning, none" else empty end),
	(if .relhit < 0.95 * .rel then "short: success releases, 95 %" else empty end),
	(if .otherhit < 0.9 * .other then "short: success releases in another file, 90 %" else empty end),
	(if .named < 0.6 * .reported then "short: reported releases that the table names, 60 %" else empty end);

$report[0] as $r
| (reduce $r.sites[] as $s ({}; .[$s.file] += [$s])) as $by_file
| [$r.findings[] | select(.rule == "gup-put-page" and .level != "note") | place] as $loud
| reduce ($table | rows | one($by_file; $loud)) as $x
	({rows: 0, found: 0, judged: 0, agree: 0, manual: 0, wrong: 0, loud: 0, rel: 0, relhit: 0,
	  other: 0, otherhit: 0, reported: 0, named: 0, missed: []};
	 reduce ($x | keys[]) as $k (.; .[$k] += $x[$k]))
| (if $verbose then .missed[] else empty end),
  ("sites \(.found)/\(.rows) verdicts agree \(.agree) manual \(.manual) wrong \(.wrong) of \(.judged)"
   + " loud-keep \(.loud) releases \(.relhit)/\(.rel) other-file \(.otherhit)/\(.other)"
   + " named \(.named)/\(.reported)"),
  shorts
