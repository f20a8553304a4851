/** The four paging arguments of Relay, as given by an operation. */
export interface PageArguments {
  readonly first: number | undefined;
  readonly after: number | undefined;
  readonly last: number | undefined;
  readonly before: number | undefined;
}

/** One page: its positions, from `start` to before `end`, and whether there are pages next to it. */
export interface PageSlice {
  readonly start: number;
  readonly end: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Cuts one page out of a list of `total` items, as the connection specification of Relay does; cursors are positions. */
export function cutPage(total: number, { first, after, last, before }: PageArguments): PageSlice {
  let start = after === undefined ? 0 : Math.min(Math.max(after + 1, 0), total);
  let end = before === undefined ? total : Math.max(Math.min(before, total), start);
  if (first !== undefined) end = Math.min(end, start + first);
  if (last !== undefined) start = Math.max(start, end - last);
  return { start, end, hasNextPage: end < total, hasPreviousPage: start > 0 };
}

/** The opaque cursor of a position. */
export function encodeCursor(position: number): string {
  return Buffer.from(`at:${position}`).toString('base64url');
}

/** The position of a cursor; undefined if the emulator did not make the cursor. A cursor may be a number, if the schema says so. */
export function decodeCursor(cursor: unknown): number | undefined {
  if (typeof cursor === 'number') return Number.isInteger(cursor) ? cursor : undefined;
  if (typeof cursor !== 'string') return undefined;
  const position = /^at:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return position === undefined ? undefined : Number(position);
}
