/** The report page's style sheet. Colours come in pairs, for light and dark. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #14161a);
  --card: light-dark(#ffffff, #1d2026);
  --line: light-dark(#e1e4ea, #2f343d);
  --text: light-dark(#1b1f27, #e7e9ee);
  --soft: light-dark(#5b6472, #9aa3b2);
  --code: light-dark(#f0f2f5, #262a32);
  --broken: light-dark(#c4262e, #ff7b7b);
  --breaking: light-dark(#c25400, #ffa057);
  --behaviour: light-dark(#7a4fd0, #b99bff);
  --deprecated: light-dark(#8a6a00, #e6c34a);
  --safe: light-dark(#1f6fd1, #7db4ff);
  --fine: light-dark(#1a7f45, #5fd08f);
  --undecided: light-dark(#5b6472, #9aa3b2);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 3rem; background: var(--page); color: var(--text);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
code, pre, del, ins { font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
header { --tone: var(--undecided); border-left: 6px solid var(--tone); padding: 0.25rem 0 0.25rem 1.25rem; }
header.in-step { --tone: var(--fine); }
header.drifted { --tone: var(--broken); }
.verdict { margin: 0; color: var(--tone); font-size: 0.85rem; font-weight: 700; letter-spacing: 0.08em; text-transform: uppercase; }
h1 { margin: 0.1rem 0 0.4rem; font-size: 1.6rem; line-height: 1.25; text-wrap: balance; }
.about { margin: 0; color: var(--soft); }
h2 { margin: 2.25rem 0 0.75rem; font-size: 1.1rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.2rem, 1fr)); gap: 0.6rem; margin: 1.75rem 0 0; padding: 0; list-style: none; }
.tiles li { --tone: var(--text); padding: 0.6rem 0.8rem; border: 1px solid var(--line); border-top: 3px solid var(--tone); border-radius: 8px; background: var(--card); }
.tiles b { display: block; color: var(--tone); font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tiles span { color: var(--soft); font-size: 0.82rem; }
.tiles .none { --tone: var(--line); }
.tiles .none b { color: var(--soft); }
.broken { --tone: var(--broken) !important; }
.breaking { --tone: var(--breaking) !important; }
.safe { --tone: var(--safe) !important; }
.behaviour { --tone: var(--behaviour) !important; }
.deprecated { --tone: var(--deprecated) !important; }
.fine { --tone: var(--fine) !important; }
.plain { --tone: var(--soft) !important; }
.plain b { color: var(--text); }
article, details { margin: 0 0 0.75rem; padding: 0.9rem 1.1rem; border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 8px; background: var(--card); }
h3 { display: flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; align-items: baseline; margin: 0 0 0.2rem; font-size: 1rem; }
.kind { color: var(--tone); font-size: 0.8rem; font-weight: 700; letter-spacing: 0.03em; }
article p { margin: 0.15rem 0; }
.change { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.change i { color: var(--soft); font-style: normal; }
del, ins { padding: 0.05rem 0.4rem; border-radius: 4px; background: var(--code); text-decoration: none; }
del { text-decoration: line-through; text-decoration-color: var(--broken); }
.hint { color: var(--soft); }
.hint code { color: var(--fine); font-weight: 600; }
figure { margin: 0.7rem 0 0; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
figcaption { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; justify-content: space-between; padding: 0.3rem 0.7rem; background: var(--code); font-size: 0.88rem; }
figcaption span { color: var(--soft); }
pre { margin: 0; padding: 0.4rem 0; overflow-x: auto; }
pre span { display: block; padding: 0 0.7rem; white-space: pre; color: var(--soft); }
pre .at { color: var(--text); background: color-mix(in srgb, var(--tone) 9%, transparent); }
pre i { display: inline-block; width: 2.6em; margin-right: 1em; color: var(--soft); font-style: normal; text-align: right; user-select: none; opacity: 0.7; }
mark { border-bottom: 2px solid var(--tone); background: none; color: var(--tone); font-weight: 700; }
details { padding: 0; margin-bottom: 0.4rem; }
summary { display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: baseline; padding: 0.5rem 1.1rem; cursor: pointer; list-style: none; }
summary::before { content: "▸"; color: var(--soft); }
details[open] summary::before { content: "▾"; }
summary em { color: var(--soft); font-size: 0.82rem; font-style: normal; }
summary span { margin-left: auto; color: var(--tone); font-size: 0.88rem; }
.where, .uses { margin: 0; padding: 0 1.1rem; color: var(--soft); font-size: 0.9rem; }
.uses { padding-top: 0.3rem; padding-bottom: 0.8rem; line-height: 2; }
.uses code { padding: 0.1rem 0.4rem; border-radius: 4px; background: var(--code); color: var(--text); }
.uses code[class] { outline: 1.5px solid var(--tone); color: var(--tone); font-weight: 600; }
ul.changes { color: var(--soft); font-size: 0.9rem; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: 0.82rem; }
@media print { body { background: none; max-width: none; } details, article { break-inside: avoid; } }
`;
