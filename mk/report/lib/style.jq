# report/lib/style.jq: the style sheet of report.html: light or dark, as the reader's system is set. The plots take
# their colours from its variables (lib/svg.jq).
#
# Out: palette, the lines that define the colours; style, all lines of the style sheet.
def light:
    "--ink: #1f2328; --line: #d5dae0; --band: #e6ebf1; --data: #6e7781; --good: #1a7f37; --bad: #c93c37; "
    + "--base: #0969da; --page: #ffffff; --soft: #59636e;";
def dark:
    "--ink: #e6edf3; --line: #373e47; --band: #262c36; --data: #9aa4ae; --good: #3fb950; --bad: #f47067; "
    + "--base: #58a6ff; --page: #11151b; --soft: #9aa4ae;";
def palette:
    ":root { \(light) color-scheme: light dark; }",
    "@media (prefers-color-scheme: dark) { :root { \(dark) } }";
def style:
    palette,
    "body { background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 76rem;",
    "  margin: 2rem auto; padding: 0 1.2rem; }",
    "h1 { font-size: 1.15rem; font-weight: 600; color: var(--soft); margin: 0; }",
    "h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; padding-top: .9rem; border-top: 1px solid var(--line); }",
    ".verdict { font-size: 1.5rem; line-height: 1.3; margin: .4rem 0 .6rem; } .verdict b { color: var(--base); }",
    ".verdict.yes b { color: var(--good); }",
    "code, pre { font: .86em/1.45 ui-monospace, monospace; overflow-wrap: anywhere; } "
        + "p, li { overflow-wrap: anywhere; }",
    "pre { background: var(--band); padding: .7rem .9rem; white-space: pre-wrap; border-radius: 4px; }",
    "ul { padding-left: 1.2rem; margin: .4rem 0; } figure { margin: 1rem 0; overflow-x: auto; }",
    "figcaption { color: var(--soft); font-size: .9rem; }",
    ".wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; min-width: 60rem; width: 100%; }",
    "th, td { text-align: left; vertical-align: top; padding: .4rem .7rem .4rem 0; "
        + "border-bottom: 1px solid var(--line); }",
    "th { color: var(--soft); font-weight: 600; white-space: nowrap; } td.gates { white-space: nowrap; }",
    "td.n, th.n { text-align: right; } td.n { font-variant-numeric: tabular-nums; white-space: nowrap; }",
    "td.flags { min-width: 15rem; } td.flags span { display: inline-block; } td.why { min-width: 11rem; }",
    "td:first-child { min-width: 8rem; } td small { display: block; }",
    "small, .soft { color: var(--soft); font-size: .85em; } "
        + "span.faster, span.accepted { color: var(--good); font-weight: 600; }",
    "span.slower, span.broken { color: var(--bad); font-weight: 600; } "
        + "tr.accepted td { background: var(--band); }",
    "svg.plot { width: 100%; min-width: 42rem; max-width: 1080px; height: auto; display: block; }";
