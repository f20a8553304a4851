import { isRecord } from '../../../base/is-record.ts';
import type { Field } from '../../../graphql/fields.ts';
import { flatName } from '../model/names.ts';
import { type Arguments, badInput } from './call.ts';

/** The part of a list that arguments ask for. */
export interface PageArguments {
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** The cursor after which the page begins, and the one before which it ends. */
  readonly after: unknown;
  readonly before: unknown;
  readonly skip: number;
  /** How many items were asked for; undefined if the arguments don't say. */
  readonly size: number | undefined;
}

const sizes = /^(?:limit|take|pagesize|perpage|size|maxresults)$/;
const skips = /^(?:offset|skip)$/;
const pages = /^(?:page|pagenumber)$/;
const groups = /^(?:pagination|paging|page|options|input)$/;
const cursors = /^(?:after|before|cursor)$/;
const ends = /^(?:first|last)$/;

/** Whether an argument says which page of a list is served. A cursor that is an input is not understood. */
export function isPagingArgument(name: string, value: unknown): boolean {
  const word = flatName(name);
  if (isRecord(value)) return groups.test(word) && Object.entries(value).every((entry) => isPagingArgument(...entry));
  return [/^paging|^pagination/, sizes, skips, pages, cursors, ends].some((pattern) => pattern.test(word));
}

/** Reads the paging arguments of a list; a list that takes none is served whole. */
export function readPageArguments(definition: Field, args: Arguments, maxPageSize: number): PageArguments {
  const asked = Object.entries(args)
    .filter(([name, value]) => isPagingArgument(name, value))
    .flatMap(([name, value]) => (isRecord(value) ? Object.entries(value) : [[name, value] as const]));
  const takes = (pattern: RegExp): boolean => definition.args.some(({ name }) => pattern.test(flatName(name)));
  const entry = (pattern: RegExp) => asked.find(([name, value]) => value != null && pattern.test(flatName(name)));
  const number = (pattern: RegExp): number | undefined => {
    const [name, value] = entry(pattern) ?? [];
    if (typeof value !== 'number') return undefined;
    if (value < 0) throw badInput(`\`${name}\` must not be negative.`);
    return value;
  };
  const limited = (size: number | undefined): number | undefined => size && Math.min(size, maxPageSize);
  const last = limited(number(/^last$/));
  const first = limited(number(/^first$/) ?? (last === undefined ? number(sizes) : undefined));
  const size = first ?? last;
  const page = number(pages);
  const isPaged = [sizes, pages, ends, groups].some(takes);
  const whole = isPaged && size === undefined ? maxPageSize : undefined;
  const fromEnd = takes(/^last$/) && !takes(/^first$/);
  return {
    first: first ?? (fromEnd ? undefined : whole),
    last: last ?? (fromEnd ? whole : undefined),
    after: entry(/^(?:after|cursor)$/)?.[1],
    before: entry(/^before$/)?.[1],
    skip: number(skips) ?? (page === undefined ? 0 : Math.max(page - 1, 0) * (size ?? maxPageSize)),
    size,
  };
}
