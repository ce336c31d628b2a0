# The document of atesor-roofline as the head of a gnuplot script: data blocks and settings for the scripts in mk/plot. What
# was not measured is in no block.

include "base/figures";

# gnuplot runs what it reads, and the document may be anybody's. Texts (a processor's name and the like): only plain characters,
# in single quotes, where gnuplot expands nothing, or in double ones within data blocks. Numbers: nothing else where one belongs.
def plain: tostring | gsub("[^A-Za-z0-9 .,:;()/+*%_=<>-]"; " ");
def quoted: "'" + plain + "'";
def number: if type == "number" and (isnan | not) then . else error("\(tojson | .[0:40]) is no number") end;
def cell: if type == "string" then "\"" + plain + "\"" else number | tostring end;

def levels: ["L1", "L2", "L3", "RAM"];
def modes: ["read", "write", "copy", "read_modify_write", "write_nt", "copy_nt"];
def types: ["float32", "float64", "float16", "bfloat16", "int8"];
def policies: ["single", "physical"];

def row: map(cell) | join(" ");
def block($name; $rows): "$\($name) << END", ($rows[] | row), "END";
# Blocks one after the other, so that `index n` is the nth; an empty one has a row that is not drawn.
def blocks($name; $list; $empty):
    "$\($name) << END", ($list | map(if length == 0 then $empty else map(row) | join("\n") end) | join("\n\n\n")), "END";
def list($name; $values):
    "array \($name)[\([1, ($values | length)] | max)]",
    ($values | to_entries[] | "\($name)[\(.key + 1)] = \(.value | if type == "string" then quoted else number end)");

# What must be a number in the objects that are drawn, by the ends of its keys.
def wrong_numbers:
    [.data
     | .sweep.latency[]?, .sweep.read[]?, .sweep.knees[]?, .roofline[]?[]?, .memory[]?[]?[]?, .compute[]?[]?, .topology.caches[]?
     | objects | to_entries[]
     | select((.key | test("(^|_)(bytes|ns|gbps|gflops|gops|operations_per_byte)$")) and (.value | type) != "number")];

if (.schema? // "") != "atesor.roofline/1" then error("\(input_filename) is no document of atesor-roofline") else . end
| wrong_numbers as $wrong
| if ($wrong | length) > 0
  then error("\(input_filename) is no document of atesor-roofline: \($wrong[0].key) is no number") else . end
| .data as $data
| [policies[] | select(. as $policy | [$data.memory[]?[$policy]?, $data.compute[]?[$policy]?] 
    | map(values) | length > 0)] as $have
| [levels[] | select($data.memory[.]?)] as $levels
| [modes[] | select(. as $mode | [$data.memory[]?[]?[$mode]?] | map(values) | length > 0)] as $modes
| [types[] | select($data.compute[.]?)] as $types
| ($data.topology.caches // [] | map(select(.kind != "instruction" and .size_bytes))) as $caches
| ($data.sweep.latency // []) as $latency | ($data.sweep.read // []) as $read
| ([$latency[], $read[] | .size_bytes] | if length > 0 then [min, max] else [1024, 1048576] end) as [$least, $most]
| ($data.sweep.knees // []) as $knees
# how many participants a policy had, by any of its cells
| def participants($policy):
        [$data.memory[]?[$policy]?[]?.participants?, $data.compute[]?[$policy]?.participants?] | map(values) | max // 1;
  def title($policy): participants($policy) as $n | if $n == 1 then "one thread" else "\($n) threads, one a physical core" end;
  def value: .median_gflops // .median_gops;
(
    "processor = \($data.metadata.cpu_model // $data.metadata.arch // "" | quoted)",
    "taken = \($data.metadata.timestamp // "" | .[0:10] | quoted)",
    "policies = \($have | length)",
    list("policy_title"; $have | map(title(.))),

    # ---- against size
    "size_least = \($least)", "size_most = \($most)",
    block("size_latency"; $latency | map([.size_bytes, .median_ns])),
    block("size_read"; $read | map([.size_bytes, .median_gbps])),
    "has_latency = \($latency | length)", "has_read = \($read | length)",
    "size_tics = \([range(10; 40) | pow(2; .) | select(. >= $least / 2 and . <= $most * 2) | "\"\(bytes)\" \(.)"]
        | [range(0; length; 2) as $i | .[$i]] | "(" + join(", ") + ")" | "'" + . + "'")",
    ($caches | map(select(.size_bytes <= $most * 1.5))) as $inside
    | ($caches | map(select(.size_bytes > $most * 1.5))) as $outside
    | ("edges = \($inside | length)", list("edge"; $inside | map(.size_bytes)),
       list("edge_name"; $inside | map("L\(.level) \(.size_bytes | bytes) (\(.confidence))"))),
      "size_note = \(
        [$outside[] | "L\(.level): \(.size_bytes | bytes) \(.confidence), beyond this picture"] | join("; ") | quoted)",
    "knees = \($knees | length)", list("knee"; $knees | map(.effective_bytes)),
    list("knee_name"; $knees | map("\(.level) effective \(.effective_bytes | bytes)")),

    ([$latency[].median_ns] | if length > 0 then (min * max | sqrt) else 1 end) as $middle
    | list("knee_high"; $knees | map(if (.ns // 0) > $middle then 1 else 0 end)),

    # ---- levels: x, median, quartiles, label; a block for each policy and mode
    "modes = \($modes | length)", list("mode_name"; $modes),
    "level_tics = \([$levels | to_entries[] | "\"\(.value)\" \(.key * (($modes | length) + 1) + (($modes | length) - 1) / 2)"]
        | "'(" + join(", ") + ")'")",
    "level_most = \(($levels | length) * (($modes | length) + 1) - 1)",
    "levels = \($levels | length)",
    [$have[] | select(. as $policy | [$data.memory[]?[$policy]?[]?.median_gbps?] | map(values) | length > 0)] as $moving
    | ("level_policies = \($moving | length)", list("level_title"; $moving | map(title(.))),
    blocks("level_bars"; [$moving[] as $policy | $modes | to_entries[] | .key as $at | .value as $mode
        | [$levels | to_entries[] | .key as $group | $data.memory[.value][$policy]?[$mode]? | values
           | [$group * (($modes | length) + 1) + $at, .median_gbps, .q1_gbps, .q3_gbps,
              "\(.median_gbps | short)\(if .noisy then "*" else "" end)"]]]; "-99 0 0 0 \"\"")),
    "level_noisy = \([$data.memory[]?[]?[]? | select(.noisy?)] | length)",
    # dependent loads: levels beside one another, a bar a policy
    blocks("latency_bars"; [$have | to_entries[] | .key as $at | .value as $policy
        | [$levels | to_entries[] | .key as $group | $data.memory[.value][$policy]?.latency? | values
           | [$group + ($at - (($have | length) - 1) / 2) * 0.35, .median_ns, .q1_ns, .q3_ns,
              "\(.median_ns | short)\(if .noisy then "*" else "" end)"]]]; "-99 1 1 1 \"\""),
    "latency_cells = \([$data.memory[]?[]?.latency? | values] | length)",
    "latency_most = \([$data.memory[]?[]?.latency?.q3_ns? | values] | max // 1)",
    "latency_tics = \([$levels | to_entries[] | "\"\(.value)\" \(.key)"] | "'(" + join(", ") + ")'")",

    # ---- compute
    "types = \($types | length)",
    blocks("compute_bars"; [$have | to_entries[] | .key as $at | .value as $policy
        | [$types | to_entries[] | .key as $group | $data.compute[.value][$policy]? | values
           | [$group + ($at - (($have | length) - 1) / 2) * 0.35, value, (.q1_gflops // .q1_gops), (.q3_gflops // .q3_gops),
              "\(value | short)\(if .noisy then "*" else "" end)"]]]; "-99 0 0 0 \"\""),
    "type_tics = \([$types | to_entries[] | .value as $type
        | "\"\($type)\\n\([$data.compute[$type][]?.implementation][0] | plain)\" \(.key)"]
        | "'(" + join(", ") + ")'")",

    # ---- roofline, for each policy: roofs and ceilings as lines, which are straight where both axes are logarithmic; where they
    # cross, with a label for float32 (the highest ceiling, if that was not measured)
    [$data.roofline.crossovers[]?.operations_per_byte] as $at
    | (if ($at | length) > 0 then [($at | min) / 8, ($at | max) * 8] else [0.01, 100] end) as [$left, $right]
    | [$have[] as $policy
       | [$data.roofline.roofs[]? | select(.policy == $policy)] as $roofs
       | ([$data.roofline.ceilings[]? | select(.policy == $policy)] | sort_by(-.gops)) as $ceilings
       | ($ceilings | map(select(.type == "float32"))[0] // $ceilings[0]) as $main
       | { policy: $policy, roofs: $roofs, ceilings: $ceilings, main: $main, top: ($ceilings[0].gops // null),
           steepest: ([$roofs[].gbps] | max) }
       | select(.top and .steepest)] as $pictures
    | ([$pictures[] | .roofs[].gbps * $left] | if length > 0 then min else 1 end) as $bottom
    # A point outside of the picture, where a block has none: gnuplot 5.4 can crash on labels of which none has a place.
    | "\($left / 1000) \($bottom / 1000)" as $outside
    | "rooflines = \($pictures | length)", "left = \($left)", "right = \($right)",
      "bottom = \($bottom)",
      "top = \([$pictures[].top] | if length > 0 then max else 10 end)",
      list("roofline_title"; $pictures | map("\(title(.policy)); dotted: crossovers with \(.main.type)")),
      blocks("roof_lines"; [$pictures[] | .top as $top | range(4) as $n | .roofs[$n] // null
          | if . then [[$left, .gbps * $left], [$top / .gbps, $top]] else [] end]; $outside),
      blocks("ceiling_lines"; [$pictures[] | .steepest as $steepest | .main.type as $main | range(5) as $n | .ceilings[$n] // null
          | if . then [[.gops / $steepest, .gops], [$right, .gops]] else [] end]; $outside),
      blocks("roof_names"; [$pictures[] | range(4) as $n | .roofs[$n] // null
          | if . then [[$left * 1.2, .gbps * $left * 1.2, "\(.level) \(.mode) \(.gbps | short) GB/s"]] else [] end];
          $outside + " \"\""),
      blocks("ceiling_names"; [$pictures[] | [.ceilings[] | [$right, .gops, "\(.type) \(.gops | short)"]]];
          $outside + " \"\""),
      blocks("crossings"; [$pictures[] | .policy as $policy | .main as $main | [$data.roofline.crossovers[]
          | select(.policy == $policy and .type == $main.type)
          | [.operations_per_byte, $main.gops, "\(.level) \(.operations_per_byte | short)"]]];
          $outside + " \"\""),
      blocks("other_crossings"; [$pictures[] | .policy as $policy | .main as $main | .ceilings as $ceilings
          | [$data.roofline.crossovers[] | select(.policy == $policy and .type != $main.type) | .type as $type
             | [.operations_per_byte, ($ceilings[] | select(.type == $type).gops)]]]; $outside)
)
