import type { ApiKey } from '../../key/api-key.ts';
import type { KeySource } from '../../key/key-source.ts';
import type { Deadline } from '../services/deadline.ts';

/** Asks for the key, or whether the one that the service refused has been replaced, no longer than `bound` lets it. */
export function askKey(source: KeySource, bound: Deadline, refused?: ApiKey): ReturnType<KeySource> {
  const asked = source(refused);
  return asked instanceof Promise ? bound.race(asked) : asked;
}
