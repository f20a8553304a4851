import { grouped } from '../../base/grouped.ts';
import { isRecord } from '../../base/is-record.ts';

/** Items to print, and what of each. */
export interface Listing {
  /** The items as they arrive, page by page. */
  readonly pages: AsyncIterable<readonly unknown[]>;
  /** The path of each field to show; a list of plain values has one, which is empty. */
  readonly fields: readonly (readonly string[])[];
  /** The name of the items: `devices`. */
  readonly noun: string;
}

/** The value at a path in an item; in a list on the way, the values of its entries. */
export function valueAt(item: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return item ?? null;
  if (Array.isArray(item)) return item.map((entry) => valueAt(entry, path));
  if (typeof item !== 'object' || item === null) return null;
  return Object.hasOwn(item, name) ? valueAt(Reflect.get(item, name), rest) : null;
}

/** An item with nothing but the fields to show, in their order, nested as the service nests them. */
export function project(item: unknown, fields: Listing['fields']): unknown {
  if (Array.isArray(item)) return item.map((entry) => project(entry, fields));
  if (typeof item !== 'object' || item === null || fields.some((path) => path.length === 0)) return item;
  return Object.fromEntries(
    Array.from(
      grouped(fields, ([name = '']) => name),
      ([name, paths]) => {
        const value: unknown = Object.hasOwn(item, name) ? Reflect.get(item, name) : null;
        return [
          name,
          project(
            value,
            paths.map((path) => path.slice(1)),
          ),
        ];
      },
    ),
  );
}

/** The text of a value in a cell: a text as it is, what is not one as JSON; null for nothing. */
export function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `1 device`, `2 devices`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular(noun) : noun}`;
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.replace(/(?<=ss|x|ch|sh)es$|(?<=[^su])s$/, '');
}

/** The items of pages. */
export async function* nodesOf(
  pages: AsyncIterable<{ readonly nodes: readonly unknown[] }>,
): AsyncGenerator<readonly unknown[]> {
  for await (const { nodes } of pages) yield nodes;
}

/** The paths of the lists in an answer that have more pages: where it shows `pageInfo` that says so. */
export function listsWithMore(data: unknown, path: readonly string[] = []): readonly string[] {
  if (Array.isArray(data)) return [...new Set(data.flatMap((entry) => listsWithMore(entry, path)))];
  if (!isRecord(data)) return [];
  const info = data['pageInfo'];
  const own = isRecord(info) && info['hasNextPage'] === true ? [path.join('.')] : [];
  return [...own, ...Object.entries(data).flatMap(([key, value]) => listsWithMore(value, [...path, key]))];
}
