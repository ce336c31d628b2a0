# smallest.jq: the smallest part of many things with which a test still fails, by halving. The state has `fixed` (numbers that are known to be
# needed) and `pool` (the others); the filter `test` looks at `set` and answers in `outcome`, or with `next` or `over`, which end the search.
# With all of them the test fails, as is known. Each thing that is found takes log2(pool) + 1 tests. `found`: the numbers; null: none was enough.
include "base/state";

def ended: .next or .over;
def halve(test): if ended or .high - .low <= 1 then . else ((.low + .high) / 2 | floor) as $middle
    | .set = (.fixed + .pool[:$middle] | sort) | test
    | if ended then . elif .outcome == "fails" then .high = $middle else .low = $middle end | halve(test) end;
def smallest(test): .set = (.fixed | sort) | test
    | if ended then .
      elif .outcome == "fails" then .found = (.fixed | sort)
      elif .pool == [] then .found = null
      else .low = 0 | .high = (.pool | length) | halve(test)
        | if ended then . else (.high - 1) as $last | .fixed += [.pool[$last]] | .pool = .pool[:$last] | smallest(test) end end;
