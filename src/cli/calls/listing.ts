import { grouped } from '../../base/grouped.ts';
import { isRecord } from '../../base/is-record.ts';
import { choiceOption, numberOption, type Option, textOption, timerRange, type ValuesOf } from '../command.ts';

export const listFormats = ['table', 'json', 'ndjson', 'csv'] as const;

export type ListFormat = (typeof listFormats)[number];

export const listOptions: {
  readonly fields: Option<string | undefined>;
  readonly limit: Option<number | undefined>;
  readonly format: Option<ListFormat>;
  readonly pageSize: Option<number>;
  readonly timeout: Option<number | undefined>;
} = {
  fields: textOption('<names>', "the fields to show, such as id,network.ip; '*' for all scalars and enums"),
  limit: numberOption('<number>', { least: 1 }, 'the most items to print'),
  format: choiceOption('<format>', listFormats, 'the output format', 'table'),
  pageSize: numberOption('<number>', { least: 1 }, 'the most items in a request', 100),
  timeout: numberOption('<ms>', timerRange, 'timeout of each request (default: 30000)'),
};

export type ListOptions = ValuesOf<typeof listOptions>;

/** The rows of a list, and the columns to print. */
export interface Listing {
  readonly pages: AsyncIterable<readonly unknown[]>;
  /** The path of each column. A list of plain values has one column with an empty path. */
  readonly fields: readonly (readonly string[])[];
  /** The plural name of the items: `devices`. */
  readonly noun: string;
}

/** The value at a path in an item. A list on the way gives the values of its entries. */
export function valueAt(item: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return item ?? null;
  if (Array.isArray(item)) return item.map((entry) => valueAt(entry, path));
  if (typeof item !== 'object' || item === null) return null;
  return Object.hasOwn(item, name) ? valueAt(Reflect.get(item, name), rest) : null;
}

/** An item with only the fields to show, in their order, nested as in the answer. */
export function project(item: unknown, fields: Listing['fields']): unknown {
  if (Array.isArray(item)) return item.map((entry) => project(entry, fields));
  if (typeof item !== 'object' || item === null || fields.some((path) => path.length === 0)) return item;
  const byName = grouped(fields, ([name = '']) => name);
  const shown = Array.from(byName, ([name, paths]): [string, unknown] => {
    const value: unknown = Object.hasOwn(item, name) ? Reflect.get(item, name) : null;
    const below = paths.map((path) => path.slice(1));
    return [name, project(value, below)];
  });
  return Object.fromEntries(shown);
}

/** The text of a value in a cell: strings as they are, other values as JSON, and null for no value. */
export function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular(noun) : noun}`;
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.replace(/(?<=ss|x|ch|sh)es$|(?<=[^su])s$/, '');
}

export async function* nodesOf(
  pages: AsyncIterable<{ readonly nodes: readonly unknown[] }>,
): AsyncGenerator<readonly unknown[]> {
  for await (const { nodes } of pages) yield nodes;
}

/** The paths of the connections in an answer whose `pageInfo` reports a next page. */
export function listsWithMore(data: unknown, path: readonly string[] = []): readonly string[] {
  if (Array.isArray(data)) return [...new Set(data.flatMap((entry) => listsWithMore(entry, path)))];
  if (!isRecord(data)) return [];
  const info = data['pageInfo'];
  const own = isRecord(info) && info['hasNextPage'] === true ? [path.join('.')] : [];
  return [...own, ...Object.entries(data).flatMap(([key, value]) => listsWithMore(value, [...path, key]))];
}
