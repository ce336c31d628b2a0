# figures.jq: numbers as people read them.
def digits($n): . * pow(10; $n) | round / pow(10; $n) | tostring;
def fixed($n): . * pow(10; $n) | round | tostring
    | if length <= $n then "0" * ($n + 1 - length) + . else . end | .[:-$n] + "." + .[-$n:];
def bytes:
    if . >= 1073741824 then "\(. / 1073741824 | digits(1)) GiB"
    elif . >= 1048576 then "\(. / 1048576 | digits(1)) MiB"
    elif . >= 1024 then "\(. / 1024 | digits(1)) KiB" else "\(.) B" end;
# Three digits that count, of a rate or a time.
def short: if . >= 100 then round elif . >= 10 then . * 10 | round / 10 else . * 100 | round / 100 end;
