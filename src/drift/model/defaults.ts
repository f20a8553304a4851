export const acceptedFile = 'drift.json';

/** Every {@link Level}, most serious first. */
export const levels = ['broken', 'breaking', 'types', 'behaviour', 'deprecated'] as const;

/** Every {@link FailOn}, most serious first. */
export const failOnLevels: readonly [...typeof levels, 'any'] = [...levels, 'any'];

/** The default of `failOn`, and of the level of an accepted change. */
export const usualLevel = 'breaking';

export const reportFormats = ['pretty', 'json', 'github', 'markdown'] as const;
