# report-svg.jq: what gnuplot drew, as a part of a page: names that are unique in it, and colours by role (report-plots.jq) from
# the style sheet.
def roles: ["--ink", "--line", "--band", "--data", "--good", "--bad", "--base"];
# A colour that is none of ours is of something that holds nothing.
def coloured: split("rgb(") | .[0] + (.[1:] | map(split(")") as $parts | ($parts[0] | split(",") | map(tonumber? // 0)) as $rgb
    | (if $rgb[0] >= 1 and $rgb[0] <= 7 and $rgb == [$rgb[0], $rgb[0], $rgb[0]] then "var(\(roles[$rgb[0] - 1]))"
       else "currentColor" end) + ($parts[1:] | join(")"))) | join(""));
# A browser would show these titles, which say nothing, under the pointer.
def untitled: split("<title>") | .[0] + (.[1:] | map(split("</title>")[1:] | join("</title>")) | join(""));
def marks: "id='gp", "xlink:href='#gp", "id='textbox'", "id='greybox'", "id=\"gnuplot_canvas\"";
def renamed($name): reduce marks as $old (.;
    ($old | sub("(?<head>['\"]#?)"; "\(.head)\($name)-")) as $new | split($old) | join($new));
def svg($name; $says):
    (split("viewBox=\"")[1] | split("\"")[0]) as $box | (split("<svg")[1:] | join("<svg") | split(">")[1:] | join(">")
        | renamed($name) | coloured | untitled) as $inside
    | "<svg class=\"plot\" role=\"img\" aria-label=\"\($says)\" viewBox=\"\($box)\" xmlns=\"http://www.w3.org/2000/svg\""
      + " xmlns:xlink=\"http://www.w3.org/1999/xlink\">" + $inside;
