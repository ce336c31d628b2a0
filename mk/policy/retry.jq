# retry.jq: what a failed attempt at a build is followed by. An attempt: {fault: text or null, stopped: it met its limit or was interrupted,
# jobs, given: [the tune's flags], mild: [what an earlier retry added], errors: [warnings that were made errors]}.

# The tune's flags brought a warning that the package makes an error (the same source builds without them): once without that. A tune
# that asks for -Werror itself gets it.
def own_errors: any(.given[]; test("^-Werror"));
def without_error: ["-Wno-error"] + [.errors[] | select(. != "error") | "-Wno-error=\(.)"];
# Then, for any build: a missing dependency in its makefiles shows with several jobs only. Before a flag is blamed, one at a time.
def retry: if .fault == null or .stopped then null
    elif .errors != [] and .given != [] and .mild == [] and (own_errors | not) then {mild: without_error}
    elif .jobs > 1 then {jobs: 1}
    else null end;

# The failed attempts of a build and its last one in words, a warning each; and in a few for the reason of one that still fails.
def kept_attempt: {jobs, mild, errors, fault};
def pairs($attempts; $last): ($attempts + [$last]) as $all | range($attempts | length) as $i | {before: $all[$i], after: $all[$i + 1]};
def retry_warnings($attempts; $last): pairs($attempts; $last) | .before.fault as $fault
    | if .after.mild != .before.mild
      then {code: "built_without_error", text: "the flags bring a warning that the package makes an error (\(.before.errors | map("-W\(.)") | join(" "))): built once more with \(.after.mild | join(" ")), after: \($fault)"}
      else {code: "built_by_one_job", text: "built once more with -j\(.after.jobs), after a failure with -j\(.before.jobs): \($fault)"} end;
def retry_words($attempts; $last): [pairs($attempts; $last) | if .after.mild != .before.mild then "with \(.after.mild[0])" else "with -j\(.after.jobs)" end]
    | if . == [] then "" else " (also \(join(" and ")))" end;
