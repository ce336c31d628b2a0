# document.jq of the stage build: what a build did: its commands, what the wrapper saw of them, and the artifacts. In:
# $request; $commands: the replayed commands; $calls: the wrapper's log; $changed: the files that the build changed;
# $artifacts: {path, sha256?}; $removed, $restored: what looked built and was removed before, and what of it was put
# back; $diagnostics: lines of atesor-replay diagnostics; $attempts: the failed attempts before the last; $jobs,
# $no_werror: what the last one had; $artifacts_sha256; $tree: the tree's path. Out: the document.
include "base/compact";
include "base/document";
include "policy/retry";
include "policy/package";
include "stage/build/lib/diagnostics";

# -- the wrapper's log. The prefix map goes to every compile; any other added flag is the tune's.
def is_tuned: (.added // []) | any(startswith("-ffile-prefix-map=") | not);
def tally(values): [values] | group_by(.) | map({key: .[0], value: length}) | from_entries;
def is_within($tree): . == $tree or startswith($tree + "/");
def compiles: [.[] | select(.mode | IN("compile", "compile_link"))];
# Where compiles worked or wrote outside of the tree.
def outside($tree): [.[] | (.cwd | select(is_within($tree) | not)),
        (.output // empty | select(startswith("/"))
            | select(is_within($tree) or startswith("/tmp/") or . == "/dev/null" | not))]
    | unique | .[:3];
def own_isa: [.[] | .sources[0] as $source | (.kept // [])[] | select(.why == "kept_own_isa")
    | {source: $source, own, flag}] | unique | .[:20];
def compiler_calls($calls; $tree):
    ($calls | compiles) as $compiles
    | [$calls[] | select(.mode | IN("link", "compile_link"))] as $links
    | {calls: ($calls | length), compiles: ($compiles | length), links: ($links | length),
       flagged_compiles: ([$compiles[] | select(is_tuned)] | length),
       flagged_links: ([$links[] | select(is_tuned)] | length),
       o3_everywhere: ($compiles != [] and all($compiles[]; .own_o | IN("-O3", "-Ofast"))),
       lto_anywhere: any($compiles[]; .own_lto // false),
       kept: tally($calls[] | (.kept // [])[] | .why),
       withheld: tally($calls[] | .withheld.reason? // empty),
       own_isa: ($compiles | own_isa), errors: [$calls[] | .error // empty][:3],
       outside: ($compiles | outside($tree))};

# -- headers that the build made or changed, and CMake's cache: a configuration, which must be that of the baseline
def is_configuration: test("[.](h|hh|hpp|hxx|h[+][+]|inc|def)$|(^|/)CMakeCache[.]txt$")
    and (test("(^|/)(CMakeFiles/|conftest|[.]deps/|meson-private/)") | not);
def headers($changed): [$changed[] | select(.change != "removed" and .kind == "other") | .path
    | select(is_configuration)];

# Anything is faster than a build that optimizes nothing: then the gain is that of release settings, not of a tune.
def unoptimized($r; $commands; $calls): $calls | compiles
    | select($r.slot == "base" and language_of([$commands[].command]) == "c" and . != []
          and all(.[]; .own_o | IN(null, "-O0")))
    | {code: "unoptimized", text: ("the package's own build optimizes nothing (no -O in \(length) compiles):"
          + " name its release settings in ATESOR_BUILD first,"
          + " such as CFLAGS=-O2 or -DCMAKE_BUILD_TYPE=RelWithDebInfo")};

$request[0] as $r
| {jobs: ($jobs | tonumber), no_werror: ($no_werror | split(" "))} as $last
| [$changed[] | select(.change != "removed") | .path] as $made
| {commands: [$commands[] | {command, exit, seconds}], compiler: compiler_calls($calls; $tree),
   artifacts: [$artifacts[] | .path as $path | . + {fresh: any($made[]; . == $path)}],
   artifacts_sha256: $artifacts_sha256, headers: headers($changed)[:10000], diagnostics: ($diagnostics | risks),
   removed: ($removed | length), restored: [$restored[].path]}
| if $attempts == [] then . else .attempts = $attempts + [$last] end
| (first(fault($commands)) // null) as $fault
| if $fault then .first_error = $fault.first_error | .made_errors = ($diagnostics | made_errors) | compact
      | failed($fault.code; $fault.reason + retry_words($attempts; $last); .)
  else ok(. + if $last.no_werror == [] then {} else {no_werror: $last.no_werror} end)
      | .warnings = [retry_warnings($attempts; $last), unoptimized($r; $commands; $calls)] end
| if .data.restored == [] then . else warn("restored";
    "looked built, was removed, was not built again and was put back: \(.data.restored[:5] | join(", "))") end
| with_limit($commands; $request) | document($request)
