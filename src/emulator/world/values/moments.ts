import { wordsOf } from '../../../base/words-of.ts';

/** The present of the emulated world, in milliseconds: fixed, so that the same seed gives the same bytes. */
export const worldTime: number = Date.UTC(2026, 0, 1);

const day = 86_400_000;

/** Steps in the life of an object, by the words of their moments: an object is created before it is changed. */
const steps: readonly RegExp[] = [
  /\b(?:creat|regist|insert|found|born|birth|issu|request|manufactur)/,
  /\b(?:invit|added|sign|enrol|provision|install|submit|sent|since)/,
  /\b(?:accept|join|activat|start|begin|began|publish|open|approv|receiv|first|assign)/,
  /\b(?:finish|complet|ended|stop|clos|merg|archiv|delet|remov|revok|cancel|resolv|suspend|lock|paus|fail)/,
  /\b(?:updat|modif|chang|edit|last|seen|sync|check|push|refresh)/,
];

/** The parts of a moment. */
export interface MomentSource {
  /** The name of the field. */
  readonly field: string;
  /** The number of the leaf: always the same for the same leaf. */
  readonly number: number;
  /** The number of the object, which all of its leaves share. */
  readonly origin: number;
}

/** A moment as the field's name has it: a step in the life of the object, or planned in the future. */
export function momentFor({ field, number, origin }: MomentSource): number {
  const name = wordsOf(field).join(' ');
  if (/\b(?:expir\w*|due|next|until|valid|ends?|deadline|renew\w*|scheduled|planned|eta|future)\b/.test(name))
    return worldTime + day + ((number >>> 8) % 30) * day + (number % 86_400) * 1000;
  const beginning = worldTime - (31 + (origin % 700)) * day;
  const found = steps.findIndex((pattern) => pattern.test(name));
  const step = (found < 0 ? 2 : found) + (number % 9973) / 9973;
  return Math.floor((beginning + ((worldTime - 1000 - beginning) * step) / steps.length) / 1000) * 1000;
}

/** A moment as ISO 8601 with seconds, in UTC. */
export function isoOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
