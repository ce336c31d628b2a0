# stage-build.jq: what a build did: its commands, what the wrapper saw of them, and the artifacts.
include "base/document";
include "policy/build-fault";
include "policy/retry";
include "policy/package";

# The wrapper's log. The prefix map goes to every compile; any other added flag is the tune's.
def tuned: (.added // []) | any(startswith("-ffile-prefix-map=") | not);
def within: . == $tree or startswith($tree + "/");
def compiles: [$calls[] | select(.mode | IN("compile", "compile_link"))];
def compiler: compiles as $compiles | [$calls[] | select(.mode | IN("link", "compile_link"))] as $links
    | {calls: ($calls | length), compiles: ($compiles | length), links: ($links | length),
       flagged_compiles: ([$compiles[] | select(tuned)] | length), flagged_links: ([$links[] | select(tuned)] | length),
       o3_everywhere: ($compiles != [] and all($compiles[]; .own_o | IN("-O3", "-Ofast"))), lto_anywhere: any($compiles[]; .own_lto // false),
       kept: ([$calls[] | (.kept // [])[] | .why] | group_by(.) | map({key: .[0], value: length}) | from_entries),
       withheld: ([$calls[] | .withheld.reason? // empty] | group_by(.) | map({key: .[0], value: length}) | from_entries),
       own_isa: ([$compiles[] | .sources[0] as $source | (.kept // [])[] | select(.why == "kept_own_isa") | {source: $source, own, flag}] | unique | .[:20]),
       errors: [$calls[] | .error // empty][:3],
       outside: ([$compiles[] | (.cwd | select(within | not)), (.output // empty | select(startswith("/")) | select(within or startswith("/tmp/") or . == "/dev/null" | not))]
           | unique | .[:3])};

# Headers that the build made or changed, and CMake's cache: a configuration, which must be that of the baseline.
def headers: [$changed[] | select(.change != "removed" and .kind == "other") | .path
    | select(test("[.](h|hh|hpp|hxx|h[+][+]|inc|def)$|(^|/)CMakeCache[.]txt$")) | select(test("(^|/)(CMakeFiles/|conftest|[.]deps/|meson-private/)") | not)];

# Anything is faster than a build that optimizes nothing: then the gain is that of release settings, not of a tune.
def unoptimized: compiles | select(($ENV.args | fromjson)[1] == "base" and language([$commands[].command]) == "c" and . != [] and all(.[]; .own_o | IN(null, "-O0")))
    | {code: "unoptimized", text: "the package's own build optimizes nothing (no -O in \(length) compiles): name its release settings in ATESOR_BUILD first, such as CFLAGS=-O2 or -DCMAKE_BUILD_TYPE=RelWithDebInfo"};

# What the last attempt had, and what the attempts before it came to.
($ENV.mild | split(" ")) as $mild | {jobs: ($ENV.jobs | tonumber), mild: $mild} as $last
| ([$changed[] | select(.change != "removed") | .path]) as $made
| {commands: [$commands[] | {command, exit, seconds}], compiler: compiler,
   artifacts: [$artifacts[] | .path as $path | . + {fresh: any($made[]; . == $path)}],
   artifacts_sha256: $ENV.artifacts_sha256, headers: headers[:10000], diagnostics: $diagnostics[0],
   removed: ($removed | length), restored: [$restored[].path]}
| if $attempts == [] then . else .attempts = $attempts + [$last] end
| (first(fault($commands)) // null) as $fault
| if $fault then {status: "failed", reason: ($fault + retry_words($attempts; $last)), data: .} else ok(. + if $mild == [] then {} else {mild: $mild} end) end
| .warnings = (if $fault then [] else [retry_warnings($attempts; $last), unoptimized] end)
| if .data.restored != [] then warn("restored"; "looked built, was removed, was not built again and was put back: \(.data.restored[:5] | join(", "))") else . end
| with_limit($commands) | document
