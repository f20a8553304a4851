/** The file of the accepted changes, in the root of a project. */
export const acceptedFile = 'drift.json';

/** Every {@link Level}, most serious first. */
export const levels = ['broken', 'breaking', 'types', 'behaviour', 'deprecated'] as const;

/** Every {@link FailOn}, most serious first. */
export const failOnLevels: readonly [...typeof levels, 'any'] = [...levels, 'any'];

/** The level from which on a finding counts, and up to which an entry accepts one, where none is named. */
export const usualLevel = 'breaking';
