# asked.jq: which programs are asked for their help. In: the request of the stage workload. Out: lines
# "CLASS|OPTIONS|PATH": class is program or helper; no options where the program is not run.
include "workload/lib/proposals";
def options: if program_name | is_harmful then "" else "--help -h" end;
.inputs.package
| (.programs[:6][] | "program|\(options)|\(.)"), (.helpers[:20][] | "helper|\(options)|\(.)")
