/** The formats of a report. */
export const reportFormats = ['pretty', 'json', 'github', 'junit', 'markdown'] as const;

/** A format of a report. */
export type ReportFormat = (typeof reportFormats)[number];
