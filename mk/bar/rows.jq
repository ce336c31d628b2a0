# bar/rows.jq: the table that a user of atesor-bar(1) wrote, checked, as lines of fields for the program.
#
# In:  the table on stdin or as a file. Out: lines of fields separated by tabs (-r): first the engines, then each row
#      with what belongs to it. An error names the place in the table.

# -- checks; $where is the place -------------------------------------------------------------------------------------
def refuse($what): error("the table: \($what)");
def object($where): if type != "object" then refuse("\($where) must be an object") else . end;
def list($where): if type != "array" then refuse("\($where) must be an array") else . end;
def only_keys($where; $allowed):
    (keys - $allowed) as $more
    | if $more != [] then refuse("\($where) has an unknown key: \($more[0])") else . end;
def text($where):
    if type != "string" or . == "" then refuse("\($where) must be a text")
    elif test("[\\x00-\\x1f\\x7f]") then refuse("\($where) holds a control character")
    else . end;
# A part of a name such as model:variant:batch.
def part($where):
    text($where)
    | if test("[: ]") then refuse("\($where) must not hold a colon or a blank (\(.))") else . end;
def number($where): if type != "number" or . < 0 then refuse("\($where) must be a number, 0 or more") else . end;
def count($where):
    number($where) | if . != floor or . > 1e15 then refuse("\($where) must be a whole number") else . end;

# -- tensors ---------------------------------------------------------------------------------------------------------
def types: ["f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];
# [1, 3] is 1x3, a single value is -, and a shape that is not given is ?.
def shape($where):
    if . == null then "?"
    else
      list($where)
      | if length > 8 then refuse("\($where) has more than 8 dimensions") else . end
      | map(count($where))
      | if . == [] then "-" else map(tostring) | join("x") end
    end;
def tensor($where):
    object($where) | only_keys($where; ["name", "type", "shape", "file", "tolerance"])
    | .name |= text("\($where).name") | .file |= text("\($where).file") | .shape |= shape("\($where).shape")
    | if .type | IN(types[]) then . else refuse("\($where).type must be one of \(types | join(" "))") end;

# -- engines ---------------------------------------------------------------------------------------------------------
def command($where):
    list($where) | if . == [] then refuse("\($where) is empty") else map(text($where)) end;
def engine_line($where):
    object($where) | only_keys($where; ["name", "shared_object", "command"])
    | (.name | part("\($where).name")) as $name
    | if has("shared_object") == has("command") then refuse("\($where) must have either shared_object or command")
      elif has("command") then ["engine", $name, "command"] + (.command | command("\($where).command"))
      else ["engine", $name, "shared_object", (.shared_object | text("\($where).shared_object"))] end;

# -- rows; $engines holds the names of all engines. Each definition below gives lines --------------------------------
def known_engine($where; $engines):
    if IN($engines[]) then . else refuse("\($where) names no engine of the table: \(.)") end;

def only_lines($where; $engines):
    .engines // [] | list($where)[] | ["only", known_engine($where; $engines)];
# One file for all engines, or one for each.
def file_lines($where; $engines):
    .file
    | if type == "object" then
        to_entries[] | ["file", (.key | known_engine($where; $engines)), (.value | text($where))]
      else ["file", "", text($where)] end;
def input_lines($where):
    .inputs // [] | list($where) | to_entries[] | .key as $i
    | .value | tensor("\($where)[\($i)]") | ["input", .name, .type, .shape, .file];

def references($where):
    .references
    | if type != "array" or . == [] then
        refuse("\($where) has no references: outputs that are not checked are not a result")
      else . end;
def reference_line($where; $tolerance):
    tensor($where)
    | if .shape | test("(^|x)0(x|$)") then refuse("\($where) has no values") else . end
    | ["reference", .name, .type, .shape, (.tolerance // $tolerance | number("\($where).tolerance") | tostring), .file];
def reference_lines($where; $tolerance):
    references($where) | to_entries[] | .key as $i
    | .value | reference_line("\($where).references[\($i)]"; $tolerance);

def row_lines($where; $engines):
    object($where)
    | only_keys($where; ["model", "variant", "batch", "file", "tolerance", "inputs", "references", "engines"])
    | (.tolerance | number("\($where).tolerance")) as $tolerance
    | ["row", (.model | part("\($where).model")), (.variant // "default" | part("\($where).variant")),
       (.batch // 1 | count("\($where).batch") | tostring)],
      only_lines("\($where).engines"; $engines),
      file_lines("\($where).file"; $engines),
      input_lines("\($where).inputs"),
      reference_lines($where; $tolerance);

object("it") | only_keys("it"; ["engines", "rows"])
| [.engines | list("engines") | to_entries[] | .key as $i | .value | engine_line("engines[\($i)]")] as $engine_lines
| [$engine_lines[][1]] as $engines
| (if ($engines | unique | length) != ($engines | length) then refuse("two engines have the same name")
   else $engine_lines[] end),
  (.rows | list("rows") | to_entries[] | .key as $i | .value | row_lines("rows[\($i)]"; $engines))
| join("\t")
