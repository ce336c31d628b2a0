# golden.jq: do all rows give the same outputs? One verdict for a run and for the saved runs of several machines.
#
# records: [{name, machine, rows: [{name, status, reason?, outputs?: [{name, sha256}]}]}] (lib/hash_record.h)
# golden → {schema, result, machines, rows: [{row, machine, status, reason?}], outputs: [{name, verdict, groups: [{sha256, rows}],
#           disagree: [row], errors: [row]}]}
# A verdict is "equal" only when every row that ran gave that hash; "UNEQUAL" when two hashes differ; "ERROR" when none differ but a
# row is an error, which equals nothing.

# Rows of one machine go by their names; of several as machine/row. Two saved runs of one name are told apart by #2, #3 …
def labels: [.[].name] as $names
    | [range($names | length) as $i | ([$names[:$i][] | select(. == $names[$i])] | length) as $before
        | $names[$i] + if $before > 0 then "#\($before + 1)" else "" end];
def rows_of($records): ($records | labels) as $labels
    | [range($records | length) as $i | $records[$i].rows[]
        | {row: (if ($records | length) > 1 then "\($labels[$i])/\(.name)" else .name end), machine: $labels[$i], status, reason, outputs}
        | if .reason == null then del(.reason) else . end];

def printed: [.outputs[].name] | sort;
# The set of names that most rows have; of equally many, that of the earlier row.
def usual: [.[] | select(.status == "ok")] as $ok
    | [range($ok | length) as $i | {names: ($ok[$i] | printed), $i}] | group_by(.names)
    | max_by([length, -(.[0].i)]) // [] | if . == [] then [] else [$ok[.[0].i].outputs[].name] end;
def list: if length > 5 then "\(.[:5] | join(", ")) and \(length - 5) more" else join(", ") end;
def against($names):
    if .status != "ok" or printed == ($names | sort) then .
    else (($names | sort) - printed) as $lacks | (printed - $names) as $has
      | .status = "error" | .reason = "it prints other outputs than most rows do: \([(select($lacks != []) | "lacks \($lacks | list)"), (select($has != []) | "has also \($has | list)")] | join("; "))" end;

def output($name; $ok; $errors):
    [range($ok | length) as $i | {row: $ok[$i].row, $i, sha256: ($ok[$i].outputs[] | select(.name == $name) | .sha256)}]
    | [group_by(.sha256)[] | {sha256: .[0].sha256, rows: [.[].row], first: .[0].i}] | sort_by([-(.rows | length), .first])
    | {$name, verdict: (if length > 1 then "UNEQUAL" elif $errors != [] then "ERROR" elif (.[0].rows | length) < 2 then "not compared" else "equal" end),
       groups: map(del(.first)), disagree: [.[1:][].rows[]], $errors};

def golden: . as $records | rows_of($records) | usual as $names | map(against($names))
    | [.[] | select(.status == "ok")] as $ok | [.[] | select(.status == "error") | .row] as $errors
    | {schema: "atesor.golden-table/1",
       machines: [$records | labels as $labels | range(length) as $i | .[$i] | {name: $labels[$i], machine}],
       rows: map(del(.outputs)), outputs: [$names[] as $name | output($name; $ok; $errors)]}
    | .result = if any(.outputs[]; .verdict == "UNEQUAL") then "unequal" elif $errors != [] then "error"
        elif ($ok | length) < 2 then "not compared" else "equal" end;
