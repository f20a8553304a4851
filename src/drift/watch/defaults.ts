/** The interval in which a change is reported once. */
export const reportIntervalMs = 600_000;

/** The number of reported changes that are remembered. */
export const mostRemembered = 1_000;

/** The time for which the live schema of an operation is cached. */
export const schemaCacheMs = 60_000;

/** The greatest number of changes that explain a refusal. */
export const mostChanges = 10;

/** The greatest number of items of a list that are checked, spread over the list. */
export const mostItems = 1_000;
