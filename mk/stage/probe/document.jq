# document.jq of the stage probe: the machine. In: $request; $found: the facts of atesor-probe; $code, $error: its exit
# code and what it said; $answers: one line for each compiler that was asked about complete -march strings:
# {compiler's path: {"-march=…": truth}}. Out: the document.
include "base/document";
include "stage/probe/lib/profile";

(if $code == "124" then "no end within 600 s" else "exit \($code)" end) as $how
| if $code == "0" and $found[0].arch
  then ok($found[0] | profile($answers | add // {})) | .warnings = ($found[0] | findings)
  else failed("not_probed"; "the machine could not be probed: \($how) \($error)") end
| document($request)
