# diagnostics.jq: from the lines of a build's logs (jq -Rn) what the compilers said of risks that only some flags show: how often, and
# the first line of each. [{option, count, first}], the options without -W.
def risk: capture("\\[(-Werror,)?-W(error=)?(?<option>lto-type-mismatch|odr|strict-aliasing|coverage-mismatch|missing-profile|profile-instr-[a-z-]+)(=[0-9]+)?\\]");
reduce (inputs | gsub("\u001b\\[[0-9;]*[mK]"; "") | . as $line | (risk // empty).option | {option: ., line: $line[:400]}) as $one
    ({}; .[$one.option] = {option: $one.option, count: ((.[$one.option].count // 0) + 1), first: (.[$one.option].first // $one.line)})
| [.[]]
