/** The package's version; a test compares it with package.json. */
export const VERSION = '0.2.0';
