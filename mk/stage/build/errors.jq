# warnings-as-errors.jq: from lines of a build's logs (jq -Rn) the warnings that were made errors, each once and without -W: gcc says
# [-Werror=NAME] (maybe with a value), clang [-Werror,-WNAME].
[inputs | gsub("\u001b\\[[0-9;]*[mK]"; "") | (scan("\\[-Werror(?:=|,-W)([A-Za-z0-9+-]+)")[], (scan("\\[-Werror\\]") | "error"))] | unique
