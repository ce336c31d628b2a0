# The table of atesor-bar(1) → lines of fields separated by tabs: engines, then each row with what belongs to it. What a table may hold
# is checked here, and an error names the place.
def bad($what): error("the table: \($what)");
def plain($where): if type != "string" or . == "" then bad("\($where) must be a text") elif test("[\\x00-\\x1f\\x7f]") then bad("\($where) holds a control character") else . end;
def part($where): plain($where) | if test("[: ]") then bad("\($where) must not hold a colon or a blank (\(.))") else . end;
def known($where; $allowed): (keys - $allowed) as $more | if $more != [] then bad("\($where) has an unknown key: \($more[0])") else . end;
def object($where): if type != "object" then bad("\($where) must be an object") else . end;
def list($where): if type != "array" then bad("\($where) must be an array") else . end;
def number($where): if type != "number" or . < 0 then bad("\($where) must be a number, 0 or more") else . end;
def count($where): number($where) | if . != floor or . > 1e15 then bad("\($where) must be a whole number") else . end;
def types: ["f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];
def shape($where): if . == null then "?" else list($where) | if length > 8 then bad("\($where) has more than 8 dimensions") else . end
    | map(count($where)) | if . == [] then "-" else map(tostring) | join("x") end end;
def tensor($where): object($where) | known($where; ["name", "type", "shape", "file", "tolerance"])
    | .name |= plain("\($where).name") | .file |= plain("\($where).file") | .shape |= shape("\($where).shape")
    | if .type | IN(types[]) then . else bad("\($where).type must be one of \(types | join(" "))") end;
def engine($where): object($where) | known($where; ["name", "shared_object", "command"]) | (.name | part("\($where).name")) as $name
    | if has("shared_object") == has("command") then bad("\($where) must have either shared_object or command")
      elif has("command") then ["engine", $name, "command"] + (.command | list("\($where).command") | if . == [] then bad("\($where).command is empty") else map(plain("\($where).command")) end)
      else ["engine", $name, "shared_object", (.shared_object | plain("\($where).shared_object"))] end;
def row($where; $engines): object($where) | known($where; ["model", "variant", "batch", "file", "tolerance", "inputs", "references", "engines"])
    | . as $row | (.tolerance | number("\($where).tolerance")) as $tolerance
    | ["row", ($row.model | part("\($where).model")), ($row.variant // "default" | part("\($where).variant")), ($row.batch // 1 | count("\($where).batch") | tostring)],
      ($row.engines // [] | list("\($where).engines")[] | if IN($engines[]) then ["only", .] else bad("\($where).engines names no engine of the table: \(.)") end),
      (if $row.file | type == "object" then $row.file | to_entries[] | if .key | IN($engines[]) then ["file", .key, (.value | plain("\($where).file"))] else bad("\($where).file names no engine of the table: \(.key)") end
       else ["file", "", ($row.file | plain("\($where).file"))] end),
      ($row.inputs // [] | list("\($where).inputs") | to_entries[] | .key as $i | .value | tensor("\($where).inputs[\($i)]") | ["input", .name, .type, .shape, .file]),
      (if ($row.references | type) != "array" or $row.references == [] then bad("\($where) has no references: outputs that are not checked are not a result") else $row.references end
       | to_entries[] | .key as $i | .value | tensor("\($where).references[\($i)]")
       | if .shape | test("(^|x)0(x|$)") then bad("\($where).references[\($i)] has no values") else . end
       | ["reference", .name, .type, .shape, (.tolerance // $tolerance | number("\($where).references[\($i)].tolerance") | tostring), .file]);

object("it") | known("it"; ["engines", "rows"])
| [.engines | list("engines") | to_entries[] | .key as $i | .value | engine("engines[\($i)]")] as $engines
| [$engines[][1]] as $names
| (if ($names | unique | length) != ($names | length) then bad("two engines have the same name") else $engines[] end),
  (.rows | list("rows") | to_entries[] | .key as $i | .value | row("rows[\($i)]"; $names))
| join("\t")
