import { errorReply, type HttpReply } from './http/http-exchange.ts';
import { hash, hex } from './world/values/chance.ts';

/** Whether the `Authorization` header of a request was accepted. `refused` is an unknown key, `none` is no header. */
export type Authorization = 'none' | 'accepted' | 'refused';

/**
 * The keys of an emulator: two, so that a rotation can be tested. Their prefix marks them as keys of an emulator, which the
 * SDK refuses to send to another machine.
 */
export function makeKeys(seed: string | number): readonly [string, string] {
  const key = (number: number): string =>
    `emulator_${[0, 1, 2, 3].map((part) => hex(hash(seed, 'key', number, part))).join('')}`;
  return [key(0), key(1)];
}

/** Documented: `Authorization: Bearer <API_KEY>`. */
export function readAuthorization(header: string | null, keys: readonly string[]): Authorization {
  if (header === null) return 'none';
  return keys.some((key) => header === `Bearer ${key}`) ? 'accepted' : 'refused';
}

/** The answer to a rejected request. Inferred: the answer of the service is not documented. */
export function refusal(authorization: Authorization): HttpReply {
  const message =
    authorization === 'none'
      ? 'The request has no key: send one of the emulator’s keys as `Authorization: Bearer <key>`.'
      : 'The key is unknown: send one of the emulator’s keys.';
  return errorReply(401, message, { code: 'UNAUTHENTICATED', headers: { 'www-authenticate': 'Bearer' } });
}
