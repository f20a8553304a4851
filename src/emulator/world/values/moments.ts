import { wordsOf } from '../../../base/words.ts';

/** The present of the emulated world, in milliseconds: fixed, so that the same seed gives the same bytes. */
export const worldTime: number = Date.UTC(2026, 0, 1);

const day = 86_400_000;

/** Steps in the life of an object, by the words of their moments: an object is created before it is changed. All else is between. */
const [first, last, future] = [
  /\b(?:creat|regist|insert|found|born|issu|request|manufactur|invit)/,
  /\b(?:updat|modif|chang|edit|last|seen|sync|check|push|refresh)/,
  /\b(?:expir\w*|due|next|until|valid|ends?|deadline|renew\w*|scheduled|planned|eta|future)\b/,
];

export interface MomentSource {
  readonly field: string;
  /** The number of the leaf: always the same for the same leaf. */
  readonly number: number;
  /** The number of the object, which all of its leaves share. */
  readonly origin: number;
}

/** A moment as the field's name has it: a step in the life of the object, or planned in the future. */
export function momentFor({ field, number, origin }: MomentSource): string {
  const name = wordsOf(field).join(' ');
  if (future.test(name)) return isoOf(worldTime + (1 + (number % 30)) * day + (number % 86_400) * 1000);
  const life = (31 + (origin % 700)) * day;
  const step = first.test(name) ? 0 : last.test(name) ? 2 : 1;
  return isoOf(worldTime - life + (life * (step + (number % 997) / 1000)) / 3);
}

export function isoOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
