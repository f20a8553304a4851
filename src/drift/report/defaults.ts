/** The number of lines that are shown of a long list. */
export const mostLines = 10;

/** The number of annotations of one level that GitHub shows in a step. It drops the others without notice. */
export const mostAnnotations = 10;

/** The size of a page: GitHub refuses a comment of more than 65,536 characters, and other hosts count bytes. */
export const mostBytes = 59_000;
