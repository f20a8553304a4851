import { plural } from '../../base/words.ts';
import { listed, type Place } from '../model/place-list.ts';

/** Text from a schema as one harmless line, without control characters and direction marks. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** The maximum number of lines shown of a long list. */
export const mostLines = 10;

/** A line for each of the first items, and one that counts the others. */
export function firstOf<Item>(
  items: readonly Item[],
  show: (item: Item) => string,
  more: (count: number) => string,
): readonly string[] {
  const lines = items.slice(0, mostLines).map(show);
  return items.length <= mostLines ? lines : [...lines, more(items.length - mostLines)];
}

export function morePlaces(count: number): string {
  return `and ${plural(count, 'more place')}`;
}

export function moreCodeLines(count: number): string {
  return `and ${plural(count, 'more line')} of your code`;
}

/** The names of the operations that reach a place; a shared fragment may have hundreds. */
export function operationNames({ operations }: Place): string {
  return listed(operations, 6);
}

/** A text of a schema, e.g. a deprecation reason, cut off where it is too long for a report with a size limit. */
export function shortened(text: string, most = 600): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
