# language.jq: in which language the package is written: what ATESOR_LANG says, else what its build commands call.
include "base/state";
include "policy/requests";

def build_commands: made(plan_request).data.commands // [.config.build];
def calls($program): any(build_commands[]; test("(^|[;&|(\\s])([^\\s;&|]*/)?\($program)(\\s|$)"));
def language: .config.lang as $lang
    | if ($lang // "") != "" then $lang elif calls("go") then "go" elif calls("(cargo|rustc)") then "rust" else "c" end;
