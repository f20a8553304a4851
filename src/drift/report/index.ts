import { renderConventionalCommit } from './conventional-commit.ts';
import { renderGithub } from './github.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPretty } from './pretty.ts';
import type { DriftReport } from './report.ts';
import { renderSarif } from './sarif.ts';

/** The formats of a report. */
export type ReportFormat =
  | 'pretty'
  | 'json'
  | 'github'
  | 'junit'
  | 'sarif'
  | 'markdown'
  | 'html'
  | 'conventional-commit';

/** Renders a report in each format. Pure functions: the same report gives the same text. */
export const renderReport: Readonly<Record<ReportFormat, (report: DriftReport) => string>> = {
  pretty: (report) => renderPretty(report),
  json: renderJson,
  github: renderGithub,
  junit: renderJunit,
  sarif: renderSarif,
  markdown: renderMarkdown,
  html: renderHtml,
  'conventional-commit': renderConventionalCommit,
};
