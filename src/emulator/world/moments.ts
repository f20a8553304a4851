import { wordsOf } from './names.ts';

/** The present of the emulated world, in milliseconds: fixed, so that the same seed gives the same bytes. */
export const worldTime: number = Date.UTC(2026, 0, 1);

const day = 86_400_000;

/** A moment as the field's name has it: what records lies in the past, created before changed, what is planned in the future. */
export function momentFor(field: string, number: number): number {
  const name = wordsOf(field).join(' ');
  const seconds = number % 86_400;
  const days = (number >>> 8) % 30;
  const within = days * day + seconds * 1000;
  if (/\b(?:expir\w*|due|next|until|valid|ends?|deadline|renew\w*|scheduled|planned|eta|future)\b/.test(name))
    return worldTime + day + within;
  if (
    /\b(?:creat\w*|regist\w*|join\w*|install\w*|publish\w*|found\w*|born|birth\w*|start\w*|since|added|invited|signed|activated|enrolled|provisioned)\b/.test(
      name,
    )
  )
    return worldTime - 31 * day - ((number >>> 3) % 700) * day - seconds * 1000;
  return worldTime - 1000 - within;
}

/** A moment as ISO 8601 with seconds, in UTC. */
export function isoOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
