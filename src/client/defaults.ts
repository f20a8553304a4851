export const usualTimeoutMs = 30_000;

export const usualRetries = 2;

/** In bytes, decompressed. */
export const mostResponseBytes = 67_108_864;
