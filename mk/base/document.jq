# document.jq: the envelope of every document. The command's words come as JSON in $ENV.args, its start (epoch seconds) in
# $ENV.started; what a stage found is {status, reason?, data, warnings?}.

def document:
    ($ENV.args | fromjson) as $args
    | {schema: "atesor.\($args[0])/1", status, reason, args: $args, tool: {name: "atesor", version: $ENV.atesor_version},
       seconds: ((now - ($ENV.started | tonumber)) * 1000 | round / 1000), warnings: (.warnings // []), data: (.data // {})}
    | if .status == "ok" then del(.reason) else . end;
# A replayed command that met its limit: the document says which limit that was, so that more time is another answer.
def with_limit($commands): if any($commands[]; .timed_out) then .data.limit = ($ENV.limit | tonumber) else . end;
def ok($data): {status: "ok", data: $data};
def warn($code; $text): .warnings += [{code: $code, text: $text}];

# What a build printed, from the last line of atesor-time: the hash of the checked text, and of {output} if there is one.
def output_of($last): [$last.output | .a_sha256, .a_output_sha256 | select(.)] | join(" ");
