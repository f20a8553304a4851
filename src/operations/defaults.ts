/** The lines of an operation that fit on a screen. */
export const screenLines = 40;

/** The greatest number of fragments that a person would edit. An interface has shared fields without fragments. */
export const mostFragments = { interface: 16, union: 64 };

/** The scalar and enum fields of a type without `id` and `name` that are listed. */
export const listedFields = 4;

/** The width above which variables and arguments are printed one per line. */
export const operationWidth = 100;

/** The width at which comments are wrapped. */
export const commentWidth = 110;
