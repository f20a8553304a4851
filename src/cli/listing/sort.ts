import { valueAt } from './listing.ts';

/** The order. */
export interface SortKey {
  readonly path: readonly string[];
  readonly descending: boolean;
}

/** Reads what `--sort` names: `status,name:desc`. */
export function readSortKeys(text: string = ''): readonly SortKey[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ path: part.replace(/:(?:asc|desc)$/, '').split('.'), descending: part.endsWith(':desc') }));
}

const collator = new Intl.Collator('en', { numeric: true });

/** The items in order: numbers by size, texts as a reader expects (`cam-2` before `cam-10`), nothing last. */
export function sorted(items: readonly unknown[], keys: readonly SortKey[]): readonly unknown[] {
  return items.toSorted((a, b) => {
    for (const { path, descending } of keys) {
      const [one, other] = [valueAt(a, path), valueAt(b, path)];
      const empty = Number(one === null) - Number(other === null);
      if (empty !== 0) return empty;
      const order = orderOf(one, other);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

function orderOf(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return collator.compare(text(one), text(other));
}
