# SPDX-License-Identifier: GPL-2.0-only
# check-json.jq: prints what in a JSON report (version 1) is not as docs/design.md
# says; nothing when all is. Use: jq -r -f check-json.jq report.json

def want($where; $keys):
  if type != "object" then "\($where): not an object"
  else (keys_unsorted - ($keys | keys_unsorted) | .[] | "\($where): unknown key \(.)"),
       (($keys | keys_unsorted) - keys_unsorted | .[] | "\($where): no key \(.)"),
       (. as $o | $keys | to_entries[] | . as {key: $k, value: $type}
        | select($o | has($k)) | select(($o[$k] | type) != $type)
        | "\($where).\($k): \($o[$k] | type), not \($type)")
  end;

def oneof($where; $list): select(IN($list[]) | not) | "\($where): \(.) is not one of \($list | join(", "))";
def path_ok($where): select(startswith("/") or test("(^|/)\\.\\.(/|$)")) | "\($where): \(.) is not relative to KDIR";
def sorted($where): select(. != sort) | "\($where): not sorted by file, line, column";
def engines($where): .[] | oneof("\($where).engines"; ["clang", "cocci"]);

def release($w):
  want($w; {file: "string", line: "number", function: "string", callee: "string",
            family: "string", path: "string", via: "array"}),
  (.family | oneof("\($w).family"; ["put", "user-put", "unpin"])),
  (.path | oneof("\($w).path"; ["error", "success", "any"])),
  (.file | path_ok($w)),
  (.via[] | want("\($w).via"; {file: "string", function: "string"}));

def site:
  "site \(.file):\(.line)" as $w
  | want($w; {file: "string", line: "number", column: "number", function: "string",
              callee: "string", family: "string", flags: "string", verdict: "string",
              case: "array", target: "string", reasons: "array", unit: "string",
              engines: "array", releases: "array", dirty: "array"}),
    (.family | oneof("\($w).family"; ["get", "pin", "extract"])),
    (.verdict | oneof("\($w).verdict"; ["convert", "keep", "manual", "done", "mismatch"])),
    (.case[] | oneof("\($w).case"; [1, 2, 3, 4, 5])),
    (.file | path_ok($w)),
    (.engines | engines($w)),
    (.reasons[] | select(type != "string") | "\($w): a reason is no string"),
    (select(.verdict == "manual" and (.reasons | length) == 0) | "\($w): manual without a reason"),
    (.releases[] | release("\($w) release")),
    (.dirty[] | want("\($w) dirty"; {file: "string", line: "number", function: "string",
                                     callee: "string"}));

def unit:
  want("unit \(.id)"; {id: "string", state: "string", sites: "number", releases: "number",
                       origins: "array"}),
  (.state | oneof("unit.state"; ["get", "user-put", "pin", "mixed"]));

def finding:
  "finding \(.file):\(.line)" as $w
  | want($w; {rule: "string", level: "string", file: "string", line: "number",
              column: "number", function: "string", message: "string", unit: "string",
              engines: "array", steps: "array", fix: "string"}),
    (.level | oneof("\($w).level"; ["note", "warning", "error"])),
    (.rule | select(test("^[a-z]+(-[a-z]+)*$") | not) | "\($w): rule \(.)"),
    (.file | path_ok($w)),
    (.engines | engines($w)),
    (select(.engines | length == 0) | "\($w): no engine saw it"),
    (.message | select(. == "") | "\($w): no message"),
    (.steps[] | want("\($w) step"; {file: "string", line: "number", message: "string"}));

def ledger:
  want("ledger"; {occurrences: "number", calls: "number", calls_clang: "number",
                  calls_cocci_only: "number", calls_unanalysed: "number",
                  definitions: "number", declarations: "number", macro_bodies: "number",
                  exports: "number", address_taken: "number", strings: "number",
                  comments: "number", unparsed: "number", not_judged: "array"}),
  ((.calls + .definitions + .declarations + .macro_bodies + .exports + .address_taken
    + .strings + .comments + .unparsed) as $sum
   | select($sum != .occurrences) | "ledger: the classes add up to \($sum), not \(.occurrences)"),
  ((.calls_clang + .calls_cocci_only + .calls_unanalysed) as $sum
   | select($sum != .calls) | "ledger: the calls add up to \($sum), not \(.calls)"),
  (.not_judged[] | want("not_judged"; {file: "string", function: "string", why: "string"}));

want("report"; {version: "number", tool: "string", tree: "object", sites: "array",
                units: "array", findings: "array", ledger: "object", summary: "object"}),
(.version | select(. != 1) | "version is \(.), not 1"),
(.tree | want("tree"; {kernel: "string", era: "string"}),
         (.era | oneof("tree.era"; ["get", "user-put", "pin"]))),
(.sites[] | site),
(.units[] | unit),
(.findings[] | finding),
(.ledger | ledger),
(.summary | want("summary"; {files_selected: "number", files_parsed: "number",
                             files_with_errors: "number"})),
(.sites | map([.file, .line, .column]) | sorted("sites")),
(.findings | map([.file, .line, .column]) | sorted("findings")),
((.units | map(.id)) as $ids
 | (.sites[] | select(.unit != "" and (.unit | IN($ids[]) | not)) | "site \(.file):\(.line): no unit \(.unit)"),
   (.findings[] | select(.unit != "" and (.unit | IN($ids[]) | not)) | "finding \(.file):\(.line): no unit \(.unit)"),
   (select(($ids | unique | length) != ($ids | length)) | "two units have the same id"))
