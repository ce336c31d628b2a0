# document.jq of the stage workload: the workload that was chosen, and every candidate that was refused, with its
# reason; when none is usable, the lines to add to the Makefile. In: $request; $config: doc/config.json; $inventory:
# what the package makes (look.sh); $outcomes: what came of the candidates (usable.jq); $left: seconds of the budget
# that were left. Out: the document.
include "base/document";
include "base/codes";
include "workload/lib/candidates";

$request[0] as $r | $config[0].data as $c
| candidates($c; $r.inputs; $inventory) as $all
| ([$outcomes[].n] | max // -1) as $last_tried
| (first($outcomes[] | select(.status == "ok")) // null) as $chosen

| def is_untried($n): $chosen == null and $all[$n].reason == null and all($outcomes[]; .n != $n)
      # With more time the answer may be another.
      and (if $all[$n].ask then $left < $c.agent_step_min else $left <= 0 end);
  def known: with_entries(select(.value != null and .value != ""));
  def not_tried: {source, by: (if .ask then "agent" else .by end), bin, template}
      + refusal("not_tried"; "not tried: too little of the budget was left");
  def refused_outcomes($n): $outcomes[] | select(.n == $n and .status != "ok")
      | {source, by, bin: .data.bin, template: .data.template, input: .data.input.kind, code, reason};
  def refused: [range($all | length) as $n | select($chosen == null or $n <= $last_tried)
      | (if $all[$n].reason then $all[$n] | {source, bin, code, reason}
         elif is_untried($n) then $all[$n] | not_tried
         else refused_outcomes($n) end) | known];

  # What the agent was asked, and what it cost.
  def agent: [$outcomes[] | select(.by == "agent")] as $asked | [$asked[].cost_usd | select(.)] as $costs
      | if $asked == [] then {}
        else {agent: ({questions: ($asked | length)}
            + (if $costs == [] then {} else {cost_usd: ($costs | add)} end))} end;

  def found_none: any(range($all | length); is_untried(.)) as $untried
      | (if $outcomes == [] then "" else ": \($outcomes | length) commands were tried and refused" end) as $tried
      | failed("no_workload"; "no workload was found\($tried); add three lines to the Makefile";
          {refused: refused} + (if $untried then {limit: $r.now.limit} else {} end) + agent
          + {advice: advice($r.inputs.package // {})});
  def as_found: del(.n, .source, .by, .answer, .cost_usd);

  if $chosen then $chosen | as_found | .data += {refused: refused} + agent
  elif $all != [] and $all[0].source == "maintainer" then $outcomes[0] | as_found
  else found_none end
| document($request)
