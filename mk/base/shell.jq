# shell.jq: words for the shell. A variable: its name and its value, quoted.
def sh($name; $value): "\($name)=\($value // "" | tostring | @sh)";
# The commands that are wanted, each an array of its words, for mk/pipeline.mk: what each gets, then all as make goals.
def commands: (.[] | "export words_\(.[1])_\(.[0])=\(@sh | @sh) args_\(.[1])_\(.[0])=\(tojson | @sh)"),
  "goals=\(map("\(.[1]).\(.[0])") | join(" ") | @sh)";
