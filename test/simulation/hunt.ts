import type { Keys } from './keys.ts';

const DEPTH = 8;

/** Everything that a logger would print of a result, errors and their causes included, as one text. */
function printed(value: unknown, depth = 0): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? '';
  const cause = depth < DEPTH && value.cause !== undefined ? printed(value.cause, depth + 1) : '';
  return `${value.stack}\n${value.message}\n${JSON.stringify(value)}\n${cause}`;
}

/** Whether a key can be read in a result. */
export function showsKey(value: unknown, keys: Keys): boolean {
  return keys.areIn(printed(value));
}
