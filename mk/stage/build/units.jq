# chosen-units.jq: the products of a list of units (jq -rs) that ranges such as 0-3,7 name; "-": none.
[$ranges | select(. != "-") | split(",")[] | split("-") | map(tonumber)] as $chosen
| to_entries[] | .key as $n | select(any($chosen[]; $n >= .[0] and $n <= .[-1])) | .value.product
