/** The greatest depth of a selection. graphql-js and the compiler recurse into it. */
export const mostLevels = 500;

/** The greatest number of different selections. An operation of a large application has a few hundred. */
export const mostSelections = 10_000;
