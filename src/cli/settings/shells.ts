/** The shells whose settings can be printed. */
export const shells = ['sh', 'fish', 'powershell', 'cmd'] as const;

/** One of {@link shells}. */
export type Shell = (typeof shells)[number];
