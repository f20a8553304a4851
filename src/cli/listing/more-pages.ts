import { isRecord } from '../../base/is-record.ts';

/** The paths of the lists in an answer that have more pages: where it shows `pageInfo` that says so. */
export function listsWithMore(data: unknown, path: readonly string[] = []): readonly string[] {
  if (Array.isArray(data)) return [...new Set(data.flatMap((entry) => listsWithMore(entry, path)))];
  if (!isRecord(data)) return [];
  const info = data['pageInfo'];
  const own = isRecord(info) && info['hasNextPage'] === true ? [path.join('.')] : [];
  return [...own, ...Object.entries(data).flatMap(([key, value]) => listsWithMore(value, [...path, key]))];
}
