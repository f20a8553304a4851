import type { ReportFormat } from './formats.ts';
import { renderGithub } from './github.ts';
import { renderJson } from './json.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPretty } from './pretty.ts';
import type { DriftReport } from './report.ts';

/** Renders a report in each format. Pure functions: the same report gives the same text. */
export const renderReport: Readonly<Record<ReportFormat, (report: DriftReport) => string>> = {
  pretty: (report) => renderPretty(report),
  json: renderJson,
  github: renderGithub,
  markdown: renderMarkdown,
};
