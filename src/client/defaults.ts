/** The options of a client without others. */
export const clientDefaults = {
  timeoutMs: 30_000,
  maxRetries: 2,
  maxResponseBytes: 2 ** 26,
  largeIntegers: 'number',
  access: 'full',
} as const;
