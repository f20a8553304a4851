/** The number of objects of a type without a `count`. */
export const usualObjects = 12;

/** The number of devices without `devices`. */
export const usualDevices = 25;

export const usualPageSize = 100;

export const usualBodyBytes = 10_000_000;

/** The share of nulls where the schema allows them. */
export const usualNulls = 0.1;
