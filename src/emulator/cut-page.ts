/** The four arguments of Relay's paging, as an operation gave them. */
export interface PageArguments {
  readonly first: number | undefined;
  readonly after: number | undefined;
  readonly last: number | undefined;
  readonly before: number | undefined;
}

/** One page: which positions it holds, and what lies beside it. */
export interface PageSlice {
  readonly start: number;
  readonly end: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Cuts one page out of a list of `total`, as Relay's connection specification does; cursors are positions here. */
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

/** The position that a cursor stands for; `undefined` when it is none of ours. Schemas with numbers for cursors count too. */
export function decodeCursor(cursor: unknown): number | undefined {
  if (typeof cursor === 'number') return Number.isInteger(cursor) ? cursor : undefined;
  if (typeof cursor !== 'string') return undefined;
  const position = /^at:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return position === undefined ? undefined : Number(position);
}
