# shell.jq: values as words for the shell.

# A variable: its name and its value, quoted. An array is a list of quoted words, for `eval "set -- $NAME"`. An object
# is 1, and a variable for each of its members. What is null is empty.
def sh($name; $value): "\($name)=\($value // "" | tostring | @sh)";
def variable($name; $value):
    if ($value | type) == "array" then "\($name)=\([$value[] | tostring | @sh] | join(" ") | @sh)"
    elif ($value | type) == "object" then "\($name)=1", ($value | to_entries[] | variable("\($name)_\(.key)"; .value))
    elif $value == false then "\($name)=''"
    else sh($name; $value) end;
