/** The report page's style sheet. Colours come in pairs, for light and dark; each text passes WCAG AA on its ground. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #14161a);
  --card: light-dark(#ffffff, #1d2026);
  --line: light-dark(#d9dde5, #343a45);
  --text: light-dark(#1b1f27, #e7e9ee);
  --soft: light-dark(#535c6a, #a6afbd);
  --code: light-dark(#eef0f4, #262a32);
  --broken: light-dark(#b81f28, #ff8585);
  --breaking: light-dark(#a34700, #ffa860);
  --unclear: light-dark(#7d5c00, #e6c34a);
  --behaviour: light-dark(#6a3fc4, #bfa3ff);
  --deprecated: light-dark(#755900, #e6c34a);
  --safe: light-dark(#1b62ba, #85b9ff);
  --fine: light-dark(#146c3a, #66d695);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 3rem; background: var(--page); color: var(--text);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere; }
code, pre, del, ins { font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre code { font-size: 1em; }
a { color: inherit; text-underline-offset: 0.2em; }
a:focus-visible, summary:focus-visible, pre:focus-visible, input:focus-visible { outline: 2px solid var(--safe); outline-offset: 2px; }
.broken { --tone: var(--broken); }
.breaking { --tone: var(--breaking); }
.unclear { --tone: var(--unclear); }
.safe { --tone: var(--safe); }
.behaviour { --tone: var(--behaviour); }
.deprecated { --tone: var(--deprecated); }
.fine { --tone: var(--fine); }
.neutral { --tone: var(--text); }
.none { --tone: var(--soft); }
header { --tone: var(--soft); border-left: 6px solid var(--tone); padding: 0.25rem 0 0.25rem 1.25rem; }
header.in-step { --tone: var(--fine); }
header.drifted { --tone: var(--broken); }
.verdict { margin: 0; color: var(--tone); font-size: 0.85rem; font-weight: 700; letter-spacing: 0.08em; text-transform: uppercase; }
h1 { margin: 0.1rem 0 0.4rem; font-size: 1.6rem; line-height: 1.25; text-wrap: balance; }
.about { margin: 0; color: var(--soft); }
h2 { margin: 2.25rem 0 0.75rem; font-size: 1.1rem; }
section { scroll-margin-top: 1rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.6rem; margin: 1.75rem 0 0; padding: 0; list-style: none; }
.figures li { border: 1px solid var(--line); border-top: 3px solid var(--tone); border-radius: 8px; background: var(--card); }
.figures li > a { display: block; color: inherit; text-decoration: none; }
.figures li > a:hover span { text-decoration: underline; }
.figures li:not(:has(a)), .figures a { padding: 0.6rem 0.8rem; }
.figures b { display: block; color: var(--tone); font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: 0.82rem; line-height: 1.3; display: block; }
form { display: flex; flex-wrap: wrap; gap: 0.4rem 0.7rem; align-items: center; margin: 1.5rem 0 0; }
label { font-weight: 600; }
input { flex: 1 1 14rem; min-width: 0; padding: 0.45rem 0.7rem; border: 1px solid var(--soft); border-radius: 6px; background: var(--card); color: var(--text); font: inherit; }
input::placeholder { color: var(--soft); opacity: 1; }
#shown { color: var(--soft); font-size: 0.88rem; }
.finding, .operation { margin: 0 0 0.6rem; border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 8px; background: var(--card); scroll-margin-top: 1rem; }
.finding[open] { padding-bottom: 0.9rem; }
.finding > :not(summary) { margin-left: 1.1rem; margin-right: 1.1rem; }
.finding > p { margin-top: 0.15rem; margin-bottom: 0.15rem; }
summary { display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: baseline; padding: 0.55rem 1.1rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "▸"; color: var(--soft); }
details[open] > summary::before { content: "▾"; }
summary em { color: var(--soft); font-size: 0.82rem; font-style: normal; }
summary h2 { display: inline; margin: 0; }
.finding > summary > code { font-weight: 600; }
.count { margin-left: auto; color: var(--soft); font-size: 0.88rem; }
.operation .count { color: var(--tone); }
.kind { color: var(--tone); font-size: 0.8rem; font-weight: 700; letter-spacing: 0.03em; }
.change { color: var(--soft); }
.change ins { color: var(--text); }
del, ins { padding: 0.05rem 0.4rem; border-radius: 4px; background: var(--code); text-decoration: none; }
del { text-decoration: line-through; text-decoration-color: var(--broken); }
.hint { color: var(--soft); }
.hint code { color: var(--fine); font-weight: 600; }
figure { margin-top: 0.7rem; margin-bottom: 0; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
figcaption { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; justify-content: space-between; padding: 0.3rem 0.7rem; background: var(--code); font-size: 0.88rem; }
figcaption span { color: var(--soft); }
pre { margin: 0; padding: 0.4rem 0; }
figure pre span { display: flex; gap: 1em; padding: 0 0.7rem; color: var(--soft); }
figure pre code { flex: 1; min-width: 0; white-space: pre-wrap; tab-size: 2; }
figure pre .at { color: var(--text); background: color-mix(in srgb, var(--tone) 8%, var(--card)); }
figure pre i { flex: none; min-width: 2em; color: var(--soft); font-style: normal; text-align: right; user-select: none; }
mark { border-bottom: 2px solid var(--tone); background: none; color: var(--tone); font-weight: 700; }
.fold { margin-top: 0.6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.fold > summary { padding: 0.3rem 0.7rem; color: var(--soft); font-size: 0.88rem; }
.fold > summary h2 { color: var(--text); font-size: 1.1rem; }
.fold > :not(summary) { margin: 0.2rem 0.7rem 0.6rem; }
.fold ul { padding-left: 1.2rem; color: var(--soft); font-size: 0.9rem; }
.copy { padding: 0.5rem 0.7rem; border-radius: 6px; background: var(--code); color: var(--text); white-space: pre-wrap; user-select: all; }
.links { margin: 0; padding: 0 1.1rem 0.4rem; list-style: none; }
.where, .uses { margin: 0; padding: 0 1.1rem; color: var(--soft); font-size: 0.9rem; }
.uses { padding-top: 0.3rem; padding-bottom: 0.8rem; line-height: 2; }
.uses code { padding: 0.1rem 0.4rem; border-radius: 4px; background: var(--code); color: var(--text); }
.uses code[class] { outline: 1.5px solid var(--tone); color: var(--tone); font-weight: 600; }
ul.plain { color: var(--soft); font-size: 0.9rem; padding-left: 1.2rem; }
.steps { padding-left: 1.4rem; }
.steps p { margin: 0.4rem 0; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: 0.82rem; }
@media (max-width: 30rem) {
  body { padding: 1.25rem 0.8rem 2rem; }
  h1 { font-size: 1.3rem; }
  .finding > :not(summary) { margin-left: 0.7rem; margin-right: 0.7rem; }
  summary { padding: 0.55rem 0.7rem; }
  .figures { grid-template-columns: 1fr 1fr; }
  figure pre span { gap: 0.6em; padding: 0 0.5rem; }
  figure pre i { min-width: 1.5em; }
}
@media print { body { background: none; max-width: none; } details { break-inside: avoid; } form { display: none; } }
`;
