# processor/plot.jq: a processor profile as the head of a gnuplot script: settings and data blocks for
# mk/plot/processor-*.gp.
#
# In:  the document of atesor-roofline(1) on stdin or as a file. It may be anybody's: what could harm is refused or
#      replaced.
# Out: text (-r). What was not measured is in no block.
include "base/figures";

# -- gnuplot ---------------------------------------------------------------------------------------------------------
# gnuplot runs what it reads. So texts (a processor's name and the like) hold only harmless characters, and stand in
# single quotes, where gnuplot expands nothing, or in double quotes within data blocks. Where a number belongs,
# nothing else is let in.
def harmless: tostring | gsub("[^A-Za-z0-9 .,:;()/+*%_=<>-]"; " ");
def quoted: "'" + harmless + "'";
def number: if type == "number" and (isnan | not) then . else error("\(tojson | .[0:40]) is no number") end;
def field: if type == "string" then "\"" + harmless + "\"" else number | tostring end;
def data_line: map(field) | join(" ");

def block($name; $lines): "$\($name) << END", ($lines[] | data_line), "END";
# Blocks one after the other, so that gnuplot's `index n` is the nth; an empty one has a line that is not drawn.
def blocks($name; $list; $not_drawn):
    "$\($name) << END",
    ($list | map(if length == 0 then $not_drawn else map(data_line) | join("\n") end) | join("\n\n\n")),
    "END";
def list($name; $values):
    "array \($name)[\([1, ($values | length)] | max)]",
    ($values | to_entries[]
       | "\($name)[\(.key + 1)] = \(.value | if type == "string" then quoted else number end)");
# Input: texts. An axis with these labels.
def tics: "'(" + join(", ") + ")'";
def noisy_mark: if .noisy then "*" else "" end;

# -- what was measured; the input of all definitions below is the document's .data -----------------------------------
def anything: map(values) | length > 0;
def policies:
    . as $data
    | [("single", "physical") | select(. as $policy
        | [$data.memory[]?[$policy]?, $data.compute[]?[$policy]?] | anything)];
def policies_of_levels:
    . as $data
    | [policies[] | select(. as $policy | [$data.memory[]?[$policy]?[]?.median_gbps?] | anything)];
def levels: .memory as $memory | [("L1", "L2", "L3", "RAM") | select($memory[.]?)];
def modes:
    .memory as $memory
    | [("read", "write", "copy", "read_modify_write", "write_nt", "copy_nt")
       | select(. as $mode | [$memory[]?[]?[$mode]?] | anything)];
def types: .compute as $compute | [("float32", "float64", "float16", "bfloat16", "int8") | select($compute[.]?)];

# How many threads a policy had, by any of its measurements.
def participants($policy):
    [.memory[]?[$policy]?[]?.participants?, .compute[]?[$policy]?.participants?] | map(values) | max // 1;
def title($policy):
    participants($policy) as $n | if $n == 1 then "one thread" else "\($n) threads, one a physical core" end;

def settings:
    policies as $policies
    | "processor = \(.metadata.cpu_model // .metadata.arch // "" | quoted)",
      "taken = \(.metadata.timestamp // "" | .[0:10] | quoted)",
      "policies = \($policies | length)",
      list("policy_title"; [title($policies[])]);

# -- the picture against size ----------------------------------------------------------------------------------------
def latencies: .sweep.latency // [];
def reads: .sweep.read // [];
def knees: .sweep.knees // [];
def size_bounds: [(latencies, reads)[] | .size_bytes] | if length > 0 then [min, max] else [1024, 1048576] end;
# Every second power of two.
def size_tics($least; $most):
    [range(10; 40) | pow(2; .) | select(. >= $least / 2 and . <= $most * 2) | "\"\(bytes)\" \(.)"]
    | [range(0; length; 2) as $i | .[$i]] | tics;

def caches: .topology.caches // [] | map(select(.kind != "instruction" and .size_bytes));
def edges($most):
    (caches | map(select(.size_bytes <= $most * 1.5))) as $inside
    | (caches | map(select(.size_bytes > $most * 1.5))) as $outside
    | "edges = \($inside | length)",
      list("edge"; $inside | map(.size_bytes)),
      list("edge_name"; $inside | map("L\(.level) \(.size_bytes | bytes) (\(.confidence))")),
      "size_note = \([$outside[] | "L\(.level): \(.size_bytes | bytes) \(.confidence), beyond this picture"]
        | join("; ") | quoted)";
# A knee's name stands above or below the curve of the latencies, by whether the knee is high.
def knee_marks:
    knees as $knees
    | ([latencies[].median_ns] | if length > 0 then (min * max | sqrt) else 1 end) as $middle
    | "knees = \($knees | length)",
      list("knee"; $knees | map(.effective_bytes)),
      list("knee_name"; $knees | map("\(.level) effective \(.effective_bytes | bytes)")),
      list("knee_high"; $knees | map(if (.ns // 0) > $middle then 1 else 0 end));

def size_picture:
    size_bounds as [$least, $most]
    | "size_least = \($least)", "size_most = \($most)",
      block("size_latency"; latencies | map([.size_bytes, .median_ns])),
      block("size_read"; reads | map([.size_bytes, .median_gbps])),
      "has_latency = \(latencies | length)", "has_read = \(reads | length)",
      "size_tics = \(size_tics($least; $most))",
      edges($most),
      knee_marks;

# -- the picture of the levels ---------------------------------------------------------------------------------------
# A group for each level, in it a bar for each mode, and between groups the place of one bar.
# Columns: place, median, quartiles, label; a block for each policy and mode.
def level_bars($policy; $mode; $at):
    .memory as $memory | (modes | length + 1) as $width
    | [levels | to_entries[] | .key as $group | $memory[.value][$policy]?[$mode]? | values
       | [$group * $width + $at, .median_gbps, .q1_gbps, .q3_gbps, "\(.median_gbps | short)\(noisy_mark)"]];
def bandwidth_picture:
    levels as $levels | modes as $modes | policies_of_levels as $policies | ($modes | length + 1) as $width
    | "modes = \($modes | length)", list("mode_name"; $modes),
      "level_tics = \([$levels | to_entries[] | "\"\(.value)\" \(.key * $width + ($width - 2) / 2)"] | tics)",
      "level_most = \(($levels | length) * $width - 1)",
      "levels = \($levels | length)",
      "level_policies = \($policies | length)",
      list("level_title"; [title($policies[])]),
      blocks("level_bars";
        [$policies[] as $policy | ($modes | to_entries[]) as $mode | level_bars($policy; $mode.value; $mode.key)];
        "-99 0 0 0 \"\""),
      "level_noisy = \([.memory[]?[]?[]? | select(.noisy?)] | length)";

# Where the bar of a policy stands in its group: all of them together are in the middle.
def bar_place($group; $at; $count): $group + ($at - ($count - 1) / 2) * 0.35;

# Dependent loads: levels beside one another, a bar for each policy. Columns: place, median, quartiles, label.
def latency_bars($policy; $at; $count):
    .memory as $memory
    | [levels | to_entries[] | .key as $group | $memory[.value][$policy]?.latency? | values
       | [bar_place($group; $at; $count), .median_ns, .q1_ns, .q3_ns, "\(.median_ns | short)\(noisy_mark)"]];
def latency_picture:
    policies as $policies
    | blocks("latency_bars";
        [($policies | to_entries[]) as $policy | latency_bars($policy.value; $policy.key; $policies | length)];
        "-99 1 1 1 \"\""),
      "latency_cells = \([.memory[]?[]?.latency? | values] | length)",
      "latency_most = \([.memory[]?[]?.latency?.q3_ns? | values] | max // 1)",
      "latency_tics = \([levels | to_entries[] | "\"\(.value)\" \(.key)"] | tics)";

# -- the picture of arithmetic: types beside one another, a bar for each policy --------------------------------------
# Columns: place, median, quartiles, label.
def compute_bars($policy; $at; $count):
    .compute as $compute
    | [types | to_entries[] | .key as $group | $compute[.value][$policy]? | values
       | (.median_gflops // .median_gops) as $median
       | [bar_place($group; $at; $count), $median, (.q1_gflops // .q1_gops), (.q3_gflops // .q3_gops),
          "\($median | short)\(noisy_mark)"]];
def type_tics:
    .compute as $compute
    | [types | to_entries[] | .value as $type
       | "\"\($type)\\n\([$compute[$type][]?.implementation][0] | harmless)\" \(.key)"]
    | tics;
def compute_picture:
    policies as $policies
    | "types = \(types | length)",
      blocks("compute_bars";
        [($policies | to_entries[]) as $policy | compute_bars($policy.value; $policy.key; $policies | length)];
        "-99 0 0 0 \"\""),
      "type_tics = \(type_tics)";

# -- the roofline, a picture for each policy -------------------------------------------------------------------------
# Roofs and ceilings are lines, which are straight where both axes are logarithmic. Where they cross, there is a label
# for float32 (for the highest ceiling, if that was not measured).
def operations_bounds:
    [.roofline.crossovers[]?.operations_per_byte] | if length > 0 then [min / 8, max * 8] else [0.01, 100] end;
def rooflines:
    .roofline as $roofline
    | [policies[] as $policy
       | [$roofline.roofs[]? | select(.policy == $policy)] as $roofs
       | ([$roofline.ceilings[]? | select(.policy == $policy)] | sort_by(-.gops)) as $ceilings
       | ($ceilings | map(select(.type == "float32"))[0] // $ceilings[0]) as $main
       | {policy: $policy, roofs: $roofs, ceilings: $ceilings, main: $main, top: ($ceilings[0].gops // null),
          steepest: ([$roofs[].gbps] | max)}
       | select(.top and .steepest)];

# Input of these: a roofline. Each gives an array of blocks' lines: a block for each of its roofs, up to four, and for
# each of its ceilings, up to five; one that is not there is empty.
def roof_lines($left):
    .top as $top | range(4) as $n | .roofs[$n] // null
    | if . then [[$left, .gbps * $left], [$top / .gbps, $top]] else [] end;
def roof_names($left):
    range(4) as $n | .roofs[$n] // null
    | if . then [[$left * 1.2, .gbps * $left * 1.2, "\(.level) \(.mode) \(.gbps | short) GB/s"]] else [] end;
def ceiling_lines($right):
    .steepest as $steepest | range(5) as $n | .ceilings[$n] // null
    | if . then [[.gops / $steepest, .gops], [$right, .gops]] else [] end;
# And of these, one block.
def ceiling_names($right): [.ceilings[] | [$right, .gops, "\(.type) \(.gops | short)"]];
def crossings($crossovers):
    .policy as $policy | .main as $main
    | [$crossovers[] | select(.policy == $policy and .type == $main.type)
       | [.operations_per_byte, $main.gops, "\(.level) \(.operations_per_byte | short)"]];
def other_crossings($crossovers):
    .policy as $policy | .main as $main | .ceilings as $ceilings
    | [$crossovers[] | select(.policy == $policy and .type != $main.type) | .type as $type
       | [.operations_per_byte, ($ceilings[] | select(.type == $type).gops)]];

def roofline_picture:
    . as $data | .roofline.crossovers as $crossovers | operations_bounds as [$left, $right] | rooflines as $rooflines
    | ([$rooflines[] | .roofs[].gbps * $left] | if length > 0 then min else 1 end) as $bottom
    # A point outside of the picture, where a block has none: gnuplot 5.4 can crash on labels of which none has a place.
    | "\($left / 1000) \($bottom / 1000)" as $outside
    | ($outside + " \"\"") as $label_outside
    | "rooflines = \($rooflines | length)", "left = \($left)", "right = \($right)",
      "bottom = \($bottom)",
      "top = \([$rooflines[].top] | if length > 0 then max else 10 end)",
      list("roofline_title";
        $rooflines | map(.policy as $policy | "\($data | title($policy)); dotted: crossovers with \(.main.type)")),
      blocks("roof_lines"; [$rooflines[] | roof_lines($left)]; $outside),
      blocks("ceiling_lines"; [$rooflines[] | ceiling_lines($right)]; $outside),
      blocks("roof_names"; [$rooflines[] | roof_names($left)]; $label_outside),
      blocks("ceiling_names"; [$rooflines[] | ceiling_names($right)]; $label_outside),
      blocks("crossings"; [$rooflines[] | crossings($crossovers)]; $label_outside),
      blocks("other_crossings"; [$rooflines[] | other_crossings($crossovers)]; $outside);

# -- checks, then all pictures ---------------------------------------------------------------------------------------
# What must be a number in the objects that are drawn, by the ends of its keys.
def must_be_number: test("(^|_)(bytes|ns|gbps|gflops|gops|operations_per_byte)$");
def wrong_numbers:
    [.sweep.latency[]?, .sweep.read[]?, .sweep.knees[]?, .roofline[]?[]?, .memory[]?[]?[]?, .compute[]?[]?,
       .topology.caches[]?
     | objects | to_entries[] | select((.key | must_be_number) and (.value | type) != "number")];
def refuse($why): error("\(input_filename) is no document of atesor-roofline\($why)");

if (.schema? // "") != "atesor.roofline/1" then refuse("") else .data end
| wrong_numbers as $wrong
| if ($wrong | length) > 0 then refuse(": \($wrong[0].key) is no number") else . end
| settings, size_picture, bandwidth_picture, latency_picture, compute_picture, roofline_picture
