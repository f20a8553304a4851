import { errorReply, type HttpReply, type HttpRequest } from './http/http-exchange.ts';
import { hash, hex } from './world/values/chance.ts';

/** The fate of the `Authorization` header of a request: `refused` is an unknown key, `none` is no header. */
export type Authorization = 'none' | 'accepted' | 'refused';

export interface SentKey {
  readonly authorization: Authorization;
  readonly key: string;
  readonly number: number;
}

/** Two keys, so that a rotation can be tested. The SDK sends keys with this prefix to no other machine. */
export function makeKeys(seed: string | number): readonly [string, string] {
  const key = (number: number): string =>
    `emulator_${[0, 1, 2, 3].map((part) => hex(hash(seed, 'key', number, part))).join('')}`;
  return [key(0), key(1)];
}

/** Documented: `Authorization: Bearer <API_KEY>`. */
export function readAuthorization({ header }: HttpRequest, keys: readonly string[]): SentKey {
  const sent = header('authorization');
  const number = keys.findIndex((key) => sent === `Bearer ${key}`) + 1;
  const authorization = sent === null ? 'none' : number > 0 ? 'accepted' : 'refused';
  return { authorization, key: sent?.replace(/^Bearer /, '') ?? '', number };
}

/** Inferred: the answer of the service to a rejected key is not documented. */
export function refusal({ authorization }: SentKey): HttpReply {
  const message =
    authorization === 'none'
      ? 'The request has no key: send one of the emulator’s keys as `Authorization: Bearer <key>`.'
      : 'The key is unknown: send one of the emulator’s keys.';
  return errorReply(401, message, 'UNAUTHENTICATED', { 'www-authenticate': 'Bearer' });
}
