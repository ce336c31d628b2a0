# golden/lib/golden.jq: do all rows give the same outputs? One verdict for a run, and for the saved runs of several
# machines. A row is one configuration in which atesor-hash ran the program.
#
# In:  records, [{name, machine, rows: [{name, status, reason?, outputs?: [{name, sha256}]}]}] (lib/hash_record.h).
# Out: golden, {schema, result, machines, rows: [{row, machine, status, reason?}],
#      outputs: [{name, verdict, groups: [{sha256, rows}], disagree: [row], errors: [row]}]}.
# An output is "equal" only if every row that ran gave the same hash; "UNEQUAL" if two hashes differ; "ERROR" if none
# differ but a row is an error, which equals nothing; "not compared" if fewer than two rows ran.

# -- the rows of all records -----------------------------------------------------------------------------------------
# Two saved runs of one name are told apart by #2, #3 …
def labels:
    [.[].name] as $names
    | [range($names | length) as $i
       | ([$names[:$i][] | select(. == $names[$i])] | length) as $before
       | $names[$i] + if $before > 0 then "#\($before + 1)" else "" end];
# Rows of one machine go by their names; rows of several machines as machine/row.
def labelled_rows:
    labels as $labels | (length > 1) as $several
    | [range(length) as $i | .[$i].rows[]
       | {row: (if $several then "\($labels[$i])/\(.name)" else .name end), machine: $labels[$i],
          status, reason, outputs}
       | if .reason == null then del(.reason) else . end];

# -- rows that print other outputs than the rest are errors ----------------------------------------------------------
def output_names: [.outputs[].name] | sort;
# Input: rows. The names that most rows print; of equally many, those of the earlier row.
def usual_names:
    [.[] | select(.status == "ok")] as $ok
    | [range($ok | length) as $i | {names: ($ok[$i] | output_names), $i}] | group_by(.names)
    | max_by([length, -(.[0].i)]) // []
    | if . == [] then [] else [$ok[.[0].i].outputs[].name] end;

def first_five: if length > 5 then "\(.[:5] | join(", ")) and \(length - 5) more" else join(", ") end;
def other_outputs($lacks; $more):
    "it prints other outputs than most rows do: "
    + ([(select($lacks != []) | "lacks \($lacks | first_five)"),
        (select($more != []) | "has also \($more | first_five)")]
       | join("; "));
# Input: a row.
def error_unless_prints($names):
    if .status != "ok" or output_names == ($names | sort) then .
    else
      (($names | sort) - output_names) as $lacks | (output_names - $names) as $more
      | .status = "error" | .reason = other_outputs($lacks; $more)
    end;

# -- verdicts --------------------------------------------------------------------------------------------------------
# One output in the rows that ran ($ok, rows) beside those that did not ($errors, names). The largest group comes
# first; of equally large ones, that of the earlier row.
def hash_groups($name; $ok):
    [range($ok | length) as $i
     | {row: $ok[$i].row, $i, sha256: ($ok[$i].outputs[] | select(.name == $name) | .sha256)}]
    | [group_by(.sha256)[] | {sha256: .[0].sha256, rows: [.[].row], first: .[0].i}]
    | sort_by([-(.rows | length), .first]) | map(del(.first));
def verdict_of_groups($errors):
    if length > 1 then "UNEQUAL"
    elif $errors != [] then "ERROR"
    elif (.[0].rows | length) < 2 then "not compared"
    else "equal" end;
def output($name; $ok; $errors):
    hash_groups($name; $ok)
    | {$name, verdict: verdict_of_groups($errors), groups: ., disagree: [.[1:][].rows[]], $errors};

# Input: the outputs with their verdicts.
def result($ok; $errors):
    if any(.[]; .verdict == "UNEQUAL") then "unequal"
    elif $errors != [] then "error"
    elif ($ok | length) < 2 then "not compared"
    else "equal" end;
def machines: labels as $labels | [range(length) as $i | .[$i] | {name: $labels[$i], machine}];

def golden:
    machines as $machines
    | labelled_rows | usual_names as $names | map(error_unless_prints($names))
    | [.[] | select(.status == "ok")] as $ok
    | [.[] | select(.status == "error") | .row] as $errors
    | {schema: "atesor.golden-table/1", machines: $machines, rows: map(del(.outputs)),
       outputs: [$names[] as $name | output($name; $ok; $errors)]}
    | .result = (.outputs | result($ok; $errors));
