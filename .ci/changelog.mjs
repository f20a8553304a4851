// Reads CHANGELOG.md: a heading `## 1.2.3 (2026-12-01)` or `## 1.2.3 (unreleased)` for each version, newest first.

const headings = /^## (\d+\.\d+\.\d+\S*) \((unreleased|\d{4}-\d{2}-\d{2})\)$/m;

/** The version and the date of the newest heading. */
export function headingOf(changelog) {
  const [, version, date] = headings.exec(changelog) ?? [];
  if (version === undefined) throw new Error('CHANGELOG.md has no heading such as “## 1.2.3 (unreleased)”');
  return { version, date };
}

/** What it says of a version, without the heading; empty if it says nothing. */
export function changesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => headings.exec(text)?.[1] === version) ?? '';
  return section.replace(/^## .*\n/, '').trim();
}
