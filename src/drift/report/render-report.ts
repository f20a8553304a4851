import type { reportFormats } from '../model/defaults.ts';
import { renderGithub } from './github.ts';
import { rankedFindings } from './group.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPretty } from './pretty.ts';
import type { DriftReport } from './report.ts';

export type ReportFormat = (typeof reportFormats)[number];

/** The renderer of each format. The renderers are pure functions. */
export const renderReport: Readonly<Record<ReportFormat, (report: DriftReport) => string>> = {
  pretty: (report) => renderPretty(report),
  json: renderJson,
  github: renderGithub,
  markdown: renderMarkdown,
};

/** The report in the format of docs/drift-report.schema.json. A new member needs no new `version`. */
function renderJson(report: DriftReport): string {
  const head = {
    version: 1,
    outcome: report.outcome,
    live: report.live,
    snapshot: report.snapshot ?? null,
    checkedAt: report.at.toISOString(),
    tool: { name: 'control-api-sdk', version: report.version },
  };
  return `${JSON.stringify({ ...head, ...bodyOf(report) }, null, 2)}\n`;
}

function bodyOf(report: DriftReport): object {
  if (report.outcome === 'could-not-tell') return { error: report.error };
  const { verdict, all, failOn } = report;
  return {
    failOn,
    operations: verdict.operations.map(({ name, kind, place, uses }) => ({ name, kind, ...place, uses })),
    notComparable: verdict.notComparable,
    findings: rankedFindings(verdict).map(({ finding, status, reason }) => ({ status, reason, ...finding })),
    otherChanges: {
      count: verdict.otherChanges.length,
      ...(all ? { changes: verdict.otherChanges } : {}),
    },
    accepted: { expired: verdict.expired, unused: verdict.unused },
    undecided: verdict.undecided,
    ...(verdict.code === undefined ? {} : { code: verdict.code }),
    warnings: verdict.warnings.map(({ message, place, operation }) => ({ message, ...place, operation })),
  };
}
