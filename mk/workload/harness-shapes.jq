# harness-shapes.jq: drivers for functions whose types say enough: a buffer in and a number out (checksums, hashes), or a buffer in and
# a buffer out (compressors, encoders). {name, header, result, parameters, whole} of atesor-api → {function, header, input, harness_text}.
def is($class): .class == $class;
def wide: .class == "integer" and .bytes >= 4;
def classes: [.parameters[] | if wide then "n" elif is("in") then "in" elif is("out") then "out" elif is("integer_out") then "n*" else "?" end] | join(" ");

# What to pass, by the shape: s the sum so far, b and n the input, o and m the output and its room.
def call: {"in n": "b, n", "n in n": "s, b, n", "in n n": "b, n, s"}[classes] as $fold
    | {"out n* in n": "o, &m, b, n", "out n in n": "o, m, b, n", "in n out n": "b, n, o, m", "in n out n*": "b, n, o, &m",
       "in out n n": "b, o, n, m", "in n out": "b, n, o", "in out n": "b, o, n"}[classes] as $pack
    | if (.whole | not) then empty
      elif $fold and (.result | is("integer")) then {fold: $fold}
      elif $pack and (.result | wide) then {pack: $pack, bytes: (first(.parameters[] | select(is("integer_out")) | .bytes) // null)}
      else empty end;

def opening: "/* Written by atesor for \(.name), by its types. */\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include \"\(.header)\"\n\nenum { MOST = 1 << 20 };\n\nint main(int argc, char **argv)\n{\n\tunsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;\n\tuint64_t s = 1;\n\tFILE *file = argc > 2 ? fopen(argv[2], \"rb\") : NULL;\n\tvoid *b = malloc(MOST), *o = calloc(1, 2 * MOST + 4096);\n\tunsigned n = file && b && o ? (unsigned)fread(b, 1, MOST, file) : 0;\n\n\tif (!n)\n\t\treturn 1;\n\tfor (unsigned long i = 0; i < count; i++) {\n";
def closing: "\t\t*(unsigned char *)b = (unsigned char)s;\n\t}\n\tprintf(\"ATESOR-CHECK %016llx\\n\", (unsigned long long)s);\n\treturn 0;\n}\n";
def body($call): if $call.fold then "\t\ts = s * 31 + (uint64_t)\(.name)(\($call.fold));\n"
    else (if $call.bytes then "\t\tuint\($call.bytes * 8)_t room = 2 * MOST + 4096;\n\t\tuint64_t made = (uint64_t)\(.name)(\($call.pack | sub("&m"; "(void *)&room")));\n\t\tmade = made == 0 ? room : 0;\n"
      else "\t\tuint64_t made = (uint64_t)\(.name)(\($call.pack | sub("(?<![a-z])m$"; "2 * MOST + 4096") | sub("o, m,"; "o, 2 * MOST + 4096,")));\n" end)
      + "\t\tif (!made || made > 2 * MOST + 4096)\n\t\t\treturn 1;\n\t\tfor (uint64_t j = 0; j < made; j += 61)\n\t\t\ts = s * 31 + ((unsigned char *)o)[j];\n\t\ts += made;\n" end;

# Names that free, print, open or set something are no work on a buffer.
def harmless: .name | test("(^|_)(free|destroy|delete|close|open|set|init|reset|write|send|recv|exec|system|unlink|remove|log|print)"; "i") | not;
def worth: .name | if test("compress|deflate|encode|pack"; "i") then 0 elif test("hash|crc|adler|sum|digest|md5|sha|xxh"; "i") then 1 else 2 end;
[inputs | select(harmless) | . as $f | call as $call
    | {function: .name, header, worth: worth, input: (if $call.fold then "binary" else "text" end), harness_text: (opening + body($call) + closing)}]
| unique_by(.function) | sort_by(.worth) | .[:6][] | del(.worth) + {class: "generated"}
