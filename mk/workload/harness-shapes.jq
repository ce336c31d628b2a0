# harness-shapes.jq: drivers for functions whose types say enough: a buffer in and a number out (checksums, hashes),
# or a buffer in and a buffer out (compressors, encoders).
#
# In:  the functions of a library (JSON Lines of atesor-api, read with -n): {name, header, result, parameters, whole};
#      a type is {class, bytes?}.
# Out: at most six drivers, the most promising first: {function, header, input, harness_text, class: "generated"}.

def is($class): .class == $class;
def is_size: .class == "integer" and .bytes >= 4;

# The parameters of a function as one text: n a number, in and out a buffer, n* a number that is set, ? anything else.
def shape:
    [.parameters[]
        | if is_size then "n"
          elif is("in") then "in"
          elif is("out") then "out"
          elif is("integer_out") then "n*"
          else "?" end]
    | join(" ");

# What to pass, by the shape: s the sum so far, b and n the input and its length, o and m the output and its room.
def arguments_of_a_sum: {
    "in n": "b, n",
    "n in n": "s, b, n",
    "in n n": "b, n, s"}[shape];
def arguments_of_a_packer: {
    "out n* in n": "o, &m, b, n",
    "out n in n": "o, m, b, n",
    "in n out n": "b, n, o, m",
    "in n out n*": "b, n, o, &m",
    "in out n n": "b, o, n, m",
    "in n out": "b, n, o",
    "in out n": "b, o, n"}[shape];

# How to call a function: {sum: arguments} or {pack: arguments, bytes: of the number that is set}; nothing if its
# shape is another.
def call:
    arguments_of_a_sum as $sum
    | arguments_of_a_packer as $pack
    | if .whole | not then empty
      elif $sum and (.result | is("integer")) then {sum: $sum}
      elif $pack and (.result | is_size)
      then {pack: $pack, bytes: (first(.parameters[] | select(is("integer_out")) | .bytes) // null)}
      else empty end;

# -- the text of a driver --------------------------------------------------------------------------

def opening: "/* Written by atesor for \(.name), by its types. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include \"\(.header)\"

enum { MOST = 1 << 20 };

int main(int argc, char **argv)
{
	unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	uint64_t s = 1;
	FILE *file = argc > 2 ? fopen(argv[2], \"rb\") : NULL;
	void *b = malloc(MOST), *o = calloc(1, 2 * MOST + 4096);
	unsigned n = file && b && o ? (unsigned)fread(b, 1, MOST, file) : 0;

	if (!n)
		return 1;
	for (unsigned long i = 0; i < count; i++) {
";

def sum_text($call): "		s = s * 31 + (uint64_t)\(.name)(\($call.sum));
";

# The room of the output is passed by its address, and holds the length that was made; the function returns 0.
def pack_text_by_address($call): "		uint\($call.bytes * 8)_t room = 2 * MOST + 4096;
		uint64_t made = (uint64_t)\(.name)(\($call.pack | sub("&m"; "(void *)&room")));
		made = made == 0 ? room : 0;
";
# The room is passed as a number, if at all; the function returns the length.
def with_room: sub("(?<![a-z])m$"; "2 * MOST + 4096") | sub("o, m,"; "o, 2 * MOST + 4096,");
def pack_text_by_result($call): "		uint64_t made = (uint64_t)\(.name)(\($call.pack | with_room));
";
def sum_of_output: "		if (!made || made > 2 * MOST + 4096)
			return 1;
		for (uint64_t j = 0; j < made; j += 61)
			s = s * 31 + ((unsigned char *)o)[j];
		s += made;
";

def body($call):
    if $call.sum then sum_text($call)
    elif $call.bytes then pack_text_by_address($call) + sum_of_output
    else pack_text_by_result($call) + sum_of_output end;

def closing: "		*(unsigned char *)b = (unsigned char)s;
	}
	printf(\"ATESOR-CHECK %016llx\\n\", (unsigned long long)s);
	return 0;
}
";

# -- which functions, and in which order -----------------------------------------------------------

# Functions that by their name free, print, open or set something do no work on a buffer.
def works_on_data:
    ["free", "destroy", "delete", "close", "open", "set", "init", "reset", "write", "send", "recv", "exec", "system",
     "unlink", "remove", "log", "print"] as $others
    | .name | test("(^|_)(\($others | join("|")))"; "i") | not;

# The rank of a function by its name: 0 a compressor, 1 a checksum, 2 any other.
def rank:
    .name
    | if test("compress|deflate|encode|pack"; "i") then 0
      elif test("hash|crc|adler|sum|digest|md5|sha|xxh"; "i") then 1
      else 2 end;

[inputs | select(works_on_data) | call as $call
    | {function: .name,
       header,
       rank: rank,
       input: (if $call.sum then "binary" else "text" end),
       harness_text: (opening + body($call) + closing)}]
| unique_by(.function) | sort_by(.rank) | .[:6][]
| del(.rank) + {class: "generated"}
