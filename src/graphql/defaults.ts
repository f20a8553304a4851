/** The greatest depth of a selection. graphql-js and the compiler recurse into it. */
export const mostLevels = 500;

/** The greatest number of different selections. An operation of a large application has a few hundred. */
export const mostSelections = 10_000;

/** The default timeout of introspection, retries included. */
export const introspectionTimeoutMs = 30_000;

/** The levels of graphql-js's introspection query: enough for nine lists and non-nulls around a type. */
export const allLevels = 12;

/** The levels of older introspection queries: enough for seven lists and non-nulls. */
export const olderLevels = 10;

/** The levels for the strictest known server, which allows a depth of five. */
export const strictLevels = 3;
