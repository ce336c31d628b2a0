# diagnostics.jq: what the compilers said in the logs of a build, from atesor-replay diagnostics: {option, as_error,
# count, first} for each warning option that they named.

# The warnings that were made errors, by name; "error" for those without a name.
def made_errors: [.[] | select(.as_error) | .option];

# Risks that only some flags show: [{option, count, first}].
def is_risk: IN("lto-type-mismatch", "odr", "strict-aliasing", "coverage-mismatch", "missing-profile")
    or startswith("profile-instr-");
def risks: reduce (.[] | select(.option | is_risk)) as $one ({};
    .[$one.option] = {option: $one.option, count: ((.[$one.option].count // 0) + $one.count),
        first: (.[$one.option].first // $one.first)})
    | [.[]];
