# package.jq: what the package makes: its files by class, its kind, its language. A stream of what a tree holds goes in
# ({path, kind, type} of atesor-elf), so that the same filter serves the pipeline and its tests.

# A program in a directory of one of these names serves the package: it is no product of its own.
def in_helper_directory: [splits("/")][:-1] | any(.[]; test("^(tests?|testing|testsuite|examples?|bench(es|marks?)?|demos?|samples?|fuzz(ing|ers?)?)$"; "i"));
# What the maintainer names is what it is named as.
def class($named): .path as $path
    | if $path | IN($named.libs[]) then "library" elif $path | IN($named.programs[]) then "program"
      elif .type == "shared" or (.kind // "" | endswith("archive")) then "library"
      elif .type | IN("exec", "pie") | not then "other"
      elif $path | in_helper_directory then "helper" else "program" end;

def language($commands): [$commands[] | [scan("[^ \t\n;&|()]+")] | .[]?] as $words
    | def calls($program): any($words[]; test("(^|/)\($program)$"));
      if calls("cargo") or calls("rustc") then "rust" elif calls("go") then "go" else "c" end;

# {kind, language, libraries, programs, helpers}: paths, those that are named first.
def package($artifacts; $named; $commands):
    [$artifacts[] | {path, class: class($named)}] as $all
    | def of($class; $first): [$all[] | select(.class == $class) | .path] as $found | [$first[] | select(IN($found[]))] + ($found - $first);
      {libraries: of("library"; $named.libs), programs: of("program"; $named.programs), helpers: of("helper"; [])}
    | {kind: (if .libraries != [] and .programs != [] then "library+programs" elif .libraries != [] then "library" elif .programs != [] then "program" else "unknown" end),
       language: language($commands)} + .;
