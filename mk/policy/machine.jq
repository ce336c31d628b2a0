# machine.jq: what the probe found, in the forms that the decisions need.
include "base/state";

def machine: .docs["mach.probe"].data;
def compilers: machine.compilers // [];
def compiler_named($name): first(compilers[] | select(.path == $name or ([.name, (.names // [])[]] | any(. == $name))));

# gcc-12 → g++-12, clang-14 → clang++-14, cc → c++.
def cxx_of: if test("clang[^/]*$") then sub("clang(?<v>[^/]*)$"; "clang++\(.v)")
    elif test("gcc[^/]*$") then sub("gcc(?<v>[^/]*)$"; "g++\(.v)") else sub("cc$"; "c++") end;
def as_tune($compiler): {cc: $compiler.path, cxx: ($compiler.path | cxx_of),
    compiler: "\($compiler.family) \($compiler.version)"};

# The compiler of the baseline and of the tunes that stay with it.
def base_name: .config | if .cc != "" then .cc
    elif (.target // "native") != "native" then "\(.triplet)-gcc" else "gcc" end;
def base_compiler: base_name as $name | (first(compiler_named($name)) // null);
def base_tune: base_compiler as $compiler | .config.cxx as $cxx
    | as_tune($compiler) | if $cxx != "" then .cxx = $cxx else . end;
