# retry.jq: how a failed build is told, and what a failed attempt at it is followed by.
include "base/ended";

# The first replayed command that failed, and how, as {code, reason, first_error}; nothing where all
# are done.
def fault($commands): first($commands[] | select(has_failed))
    | {code: command_end.code, reason: "\(.command): \(how_with_error)", first_error};

# An attempt: {fault: text or null, stopped: it met its limit or was interrupted, jobs, flags: [the tune's flags],
# no_werror: [what an earlier retry added], errors: [warnings that were made errors]}.

# The tune's flags brought a warning that the package makes an error (the same source builds without them): once
# without that. A tune that asks for -Werror itself gets it.
def asks_for_errors: any(.flags[]; test("^-Werror"));
def without_errors: ["-Wno-error"] + [.errors[] | select(. != "error") | "-Wno-error=\(.)"];
# Then, for any build: a missing dependency in its makefiles shows with several jobs only. Before a flag is blamed,
# one at a time. {no_werror} or {jobs}: what the next attempt has; null: this one counts.
def retry: if .fault == null or .stopped then null
    elif .errors != [] and .flags != [] and .no_werror == [] and (asks_for_errors | not)
    then {no_werror: without_errors}
    elif .jobs > 1 then {jobs: 1}
    else null end;

# The failed attempts of a build and its last one: a warning each, and a few words for the reason of one that still
# fails.
def kept_attempt: {jobs, no_werror, errors, fault};
def pairs($attempts; $last): ($attempts + [$last]) as $all
    | range($attempts | length) as $i | {before: $all[$i], after: $all[$i + 1]};
def retry_warning: .before.fault as $fault
    | if .after.no_werror != .before.no_werror
      then {code: "built_without_error",
          text: ("the flags bring a warning that the package makes an error"
              + " (\(.before.errors | map("-W\(.)") | join(" "))): built once more with"
              + " \(.after.no_werror | join(" ")), after: \($fault)")}
      else {code: "built_by_one_job",
          text: "built once more with -j\(.after.jobs), after a failure with -j\(.before.jobs): \($fault)"} end;
def retry_warnings($attempts; $last): pairs($attempts; $last) | retry_warning;
def retry_words($attempts; $last):
    [pairs($attempts; $last)
        | if .after.no_werror != .before.no_werror then "with \(.after.no_werror[0])" else "with -j\(.after.jobs)" end]
    | if . == [] then "" else " (also \(join(" and ")))" end;
