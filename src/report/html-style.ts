/** The look of the report that opens offline: light and dark, on paper and on a phone, with the fonts that are there. */
export const HTML_STYLE = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f5f6f8; --text: #1b1f24; --faint: #57606a; --line: #d0d5db;
  --error: #b3261e; --warning: #855300; --note: #1f5fa8; --pass: #1a6f33; --mark: #ffe08a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --panel: #1d2125; --text: #e6e8ea; --faint: #a3abb4; --line: #3a4149;
    --error: #ff8f86; --warning: #f0b84a; --note: #8abcff; --pass: #74d08f; --mark: #6b5300;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 75rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
a { color: var(--note); }
:focus-visible { outline: 2px solid var(--note); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; }
code, pre, .url { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--page); border: 1px solid var(--line); overflow-x: auto; }
mark { background: var(--mark); color: inherit; }
.faint { color: var(--faint); }
.verdict { font-size: 1.1rem; }
.word { font-weight: 700; white-space: nowrap; }
.error .word, .fail .word, .closed .word { color: var(--error); }
.warning .word, .warn .word { color: var(--warning); }
.note .word, .unchecked .word { color: var(--note); }
.pass .word, .passed .word { color: var(--pass); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; margin: 1rem 0; list-style: none; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--faint); }
dd { margin: 0; }
section { content-visibility: auto; contain-intrinsic-size: auto 40rem; }
details { border: 1px solid var(--line); border-radius: .375rem; margin: .5rem 0; background: var(--panel); }
summary { padding: .5rem .75rem; cursor: pointer; }
details > div { padding: 0 .75rem .75rem; }
details p { margin: .25rem 0; }
ol.findings { margin: .75rem 0 0; padding: 0; list-style: none; }
ol.findings > li { border-top: 1px solid var(--line); padding: .5rem 0; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .375rem; }
table { border-collapse: collapse; width: 100%; min-width: 60rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem .625rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; background: var(--panel); white-space: nowrap; }
th:first-child { width: 40%; }
td { overflow-wrap: break-word; }
td.url, td .url { overflow-wrap: anywhere; }
td.number { text-align: right; white-space: nowrap; }
tr.unread td { color: var(--faint); }
.depth-1 { padding-left: 1.25rem; } .depth-2 { padding-left: 2.5rem; } .depth-3 { padding-left: 3.75rem; }
.depth-4 { padding-left: 5rem; } .depth-5 { padding-left: 6.25rem; }
meter { width: 5rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dt { margin-top: .5rem; } }
@media print { section { content-visibility: visible; } details::details-content { content-visibility: visible; height: auto; } }
`
