# shell.jq: a variable of the shell: its name and its value, quoted.
def sh($name; $value): "\($name)=\($value // "" | tostring | @sh)";
