# document.jq of the stage samples: a timing session as its figures, or why it gave none. In: $request; $ends: the
# first and the last line of the session; $ENV.broken_code, $ENV.broken. Out: the document.
include "base/document";
include "base/session";
first(
    stopped,
    (session($ends[-1]; $request[0].now.min_rounds)
        | if $ends[0].started_epoch then .data.started_epoch = $ends[0].started_epoch else . end))
| document($request)
