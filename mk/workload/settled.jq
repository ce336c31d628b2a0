# settled.jq: the workload that was chosen.
#
# In:  doc/base.workload.json; --slurpfile config: doc/config.json.
# Out: the workload as shell words: kind template workload_bin check iterations input input_kind bytes harness_text
#      driver place test_command.
include "base/shell";

.data
| sh("kind"; .kind),
  sh("template"; .template),
  sh("workload_bin"; .bin),
  sh("check"; .check),
  sh("iterations"; .iterations),
  sh("input"; .input.path),
  sh("input_kind"; .input.kind),
  sh("bytes"; .input.bytes // .input.script_size),
  sh("harness_text"; .harness_text),
  sh("driver"; .driver),
  sh("place"; .place),
  sh("test_command"; if .kind == "tests" then $config[0].data.test else "" end)
