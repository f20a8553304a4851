/** A format of a report. */
export type ReportFormat = 'pretty' | 'json' | 'github' | 'markdown';

/** The formats of a report. */
export const reportFormats: readonly ReportFormat[] = ['pretty', 'json', 'github', 'markdown'];
