import { plural } from '../../base/words.ts';
import type { CodePlace } from '../model/code-check.ts';
import { mostLines } from './defaults.ts';

/** Text of a schema in one line, without control characters and direction marks. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

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

/** The first line of a checker's message. The other lines give reasons. */
export function codeMessage({ message, code }: CodePlace): string {
  return `${message.split('\n', 1).join('')}${code === undefined ? '' : ` (TS${code})`}`;
}

/** A text of a schema, such as a deprecation reason, cut for a report with a size limit. */
export function shortened(text: string, most = 600): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
