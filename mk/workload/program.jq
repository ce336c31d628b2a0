# program.jq: what a program says of itself. In: lines of its help (jq -Rn); $path, $class, $calls (how many of the
# package's functions it calls; "" where that was not asked). Out: {path, class, help: [line], calls?}.
def printable: gsub("[\u0000-\u0008\u000e-\u001f]"; "")[:200];
{path: $path, class: $class, help: [inputs | printable]}
+ (if $calls != "" then {calls: ($calls | tonumber)} else {} end)
