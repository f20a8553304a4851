import { rankedFindings } from './group.ts';
import type { DriftReport } from './report.ts';

/** The report in the format of docs/drift-report.schema.json. A new member needs no new `version`. */
export function renderJson(report: DriftReport): string {
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
