/** The width of help, and of a table on a terminal that reports no width. */
export const usualColumns = 80;

/** The narrowest column of prose in a table. */
export const narrowestColumn = 4;

/** The folder of operations without a config of the generator. */
export const operationsFolder = 'operations';

/** The time limit for reading a config file in a child process. */
export const configTimeoutMs = 30_000;

/** The time limit of each network check of `doctor`. */
export const checkTimeoutMs = 10_000;

/** The interval of the progress line, and the time before its first one. */
export const progressMs = { every: 200, after: 500 };

/** The longest delay of a timer. */
export const longestTimerMs = 2_147_483_647;

/** The most causes of a failure that are reported. */
export const mostCauses = 8;

/** Clears the current line of a terminal. */
export const clearLine = '\r\u001b[K';
