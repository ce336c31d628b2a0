# package.jq: what the package makes: its files by class, its kind, its language. A stream of what a tree holds goes in
# ({path, kind, type} of atesor-elf), so that the same filter serves the pipeline and its tests.

# A program in a directory of one of these names serves the package: it is no product of its own.
def in_helper_directory: [splits("/")][:-1]
    | any(.[]; test("^(tests?|testing|testsuite|examples?|bench(es|marks?)?|demos?|samples?|fuzz(ing|ers?)?)$"; "i"));
# What the maintainer declares ({libs, programs}) is what it is declared as.
def class($declared): .path as $path
    | if $path | IN($declared.libs[]) then "library" elif $path | IN($declared.programs[]) then "program"
      elif .type == "shared" or (.kind // "" | endswith("archive")) then "library"
      elif .type | IN("exec", "pie") | not then "other"
      elif $path | in_helper_directory then "helper" else "program" end;

def language_of($commands): [$commands[] | [scan("[^ \t\n;&|()]+")] | .[]?] as $words
    | def calls($program): any($words[]; test("(^|/)\($program)$"));
      if calls("cargo") or calls("rustc") then "rust" elif calls("go") then "go" else "c" end;

def package_kind: if .libraries != [] and .programs != [] then "library+programs"
    elif .libraries != [] then "library" elif .programs != [] then "program" else "unknown" end;
# {kind, language, libraries, programs, helpers}: paths, those that the maintainer names first.
def package($artifacts; $declared; $commands):
    [$artifacts[] | {path, class: class($declared)}] as $all
    | def of($class; $first): [$all[] | select(.class == $class) | .path] as $found
          | [$first[] | select(IN($found[]))] + ($found - $first);
      {libraries: of("library"; $declared.libs), programs: of("program"; $declared.programs), helpers: of("helper"; [])}
    | {kind: package_kind, language: language_of($commands)} + .;
