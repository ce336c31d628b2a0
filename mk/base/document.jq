# document.jq: the envelope of every document that a stage makes. What a stage found is {status, code?, reason?, data,
# warnings?}. $request: the request's file as jq --slurpfile gives it, [{stage, slot, inputs, now}]. $ENV.started:
# epoch seconds.
include "base/codes";

def document($request):
    $request[0] as $r
    | {schema: "atesor.\($r.stage)/2", status, code, reason, request: ($r | {stage, slot, inputs}),
       tool: {name: "atesor", version: $ENV.atesor_version},
       seconds: ((now - ($ENV.started | tonumber)) * 1000 | round / 1000),
       warnings: (.warnings // []), data: (.data // {})}
    | if .status == "ok" then del(.code, .reason) else . end;

def ok($data): {status: "ok", data: $data};
def failed($code; $reason): {status: "failed"} + refusal($code; $reason);
def failed($code; $reason; $data): failed($code; $reason) + {data: $data};
# What stopped a stage's script before it came to an answer ($ENV.broken_code, $ENV.broken); nothing where nothing did.
def stopped: select($ENV.broken_code != "") | failed($ENV.broken_code; $ENV.broken);
def warn($code; $text): .warnings += [{code: $code, text: $text}];

# A replayed command that met its limit: the document says which limit that was, so that more time is another answer.
def with_limit($commands; $request):
    if any($commands[]; .timed_out) then .data.limit = $request[0].now.limit else . end;

# What a build printed, from the last line of atesor-time: the hash of the checked text, and of {output} if there is
# one.
def output_of($last): [$last.output | .a_sha256, .a_output_sha256 | select(.)] | join(" ");
