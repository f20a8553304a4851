/** The default timeout of introspection, retries included. */
export const introspectionTimeoutMs = 30_000;

/** The levels of graphql-js's introspection query: enough for nine lists and non-nulls around a type. */
export const allLevels = 12;

/** The levels of older introspection queries: enough for seven lists and non-nulls. */
export const olderLevels = 10;

/** The levels for the strictest known server, which allows a depth of five. */
export const strictLevels = 3;
