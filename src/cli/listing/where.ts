import type { Condition } from '../../explorer/list-conditions.ts';
import { valueAt } from './listing.ts';

/** Whether an item meets all conditions. In a list of values, one that does is enough; for `!=` and `!~`, all must. */
export function meets(item: unknown, conditions: readonly Condition[]): boolean {
  return conditions.every(({ field, comparison, value }) => {
    const found = valueAt(item, field.path);
    const values: readonly unknown[] = Array.isArray(found) ? found.flat(Number.POSITIVE_INFINITY) : [found];
    if (comparison === '!=') return !values.some((it) => compare(it, '=', value));
    if (comparison === '!~') return !values.some((it) => compare(it, '~', value));
    return values.some((it) => compare(it, comparison, value));
  });
}

function compare(found: unknown, comparison: string, value: string): boolean {
  if (value === 'null' && comparison === '=' && typeof found !== 'string') return found === null;
  if (found === null || found === undefined) return false;
  const text = typeof found === 'object' ? JSON.stringify(found) : String(found);
  if (comparison === '~') return text.toLowerCase().includes(value.toLowerCase());
  const number = Number(value);
  const numeric = typeof found === 'number' && value.trim() !== '' && !Number.isNaN(number);
  const order = numeric ? found - number : text < value ? -1 : text > value ? 1 : 0;
  return comparison.includes(order < 0 ? '<' : order > 0 ? '>' : '=');
}
