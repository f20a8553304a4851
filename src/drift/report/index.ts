import type { reportFormats } from '../model/defaults.ts';
import { renderGithub } from './github.ts';
import { renderJson } from './json.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPretty } from './pretty.ts';
import type { DriftReport } from './report.ts';

/** The format of a report. */
export type ReportFormat = (typeof reportFormats)[number];

/** The renderer of each format. The renderers are pure functions. */
export const renderReport: Readonly<Record<ReportFormat, (report: DriftReport) => string>> = {
  pretty: (report) => renderPretty(report),
  json: renderJson,
  github: renderGithub,
  markdown: renderMarkdown,
};
