import { isRecord } from '../../../base/is-record.ts';
import { defaultOf } from '../../../graphql/default-of.ts';
import type { Field } from '../../../graphql/fields.ts';
import { flatName } from '../model/names.ts';
import { type Arguments, badInput, inputsOf } from './call.ts';

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

const names = {
  first: /^first$/,
  last: /^last$/,
  after: /^(?:after|cursor)$/,
  before: /^before$/,
  size: /^(?:limit|take|pagesize|perpage|size|maxresults)$/,
  skip: /^(?:offset|skip)$/,
  page: /^(?:page|pagenumber)$/,
  group: /^(?:pagination|paging|page|options|input)$/,
} as const;

/** Whether an argument says which page of a list is served. A cursor that is an input is not understood. */
export function isPagingArgument(name: string, value: unknown): boolean {
  const { group, ...others } = names;
  const word = flatName(name);
  if (isRecord(value)) return group.test(word) && inGroup(value).every((entry) => isPagingArgument(...entry));
  return /^paging|^pagination/.test(word) || Object.values(others).some((pattern) => pattern.test(word));
}

/** The entries of an input about pages, where the `number` is that of a page. */
function inGroup(value: Arguments): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(value).map(([name, inner]) => [flatName(name) === 'number' ? 'page' : name, inner]);
}

/** Reads the paging arguments of a list; a list that takes none is served whole. */
export function readPageArguments(field: Field, args: Arguments, maxPageSize: number): PageArguments {
  const asked = Object.entries(args)
    .filter(([name, value]) => isPagingArgument(name, value))
    .flatMap(([name, value]) => (isRecord(value) ? inGroup(value) : [[name, value] as const]));
  const inputs = inputsOf(field);
  const taking = (key: keyof typeof names) => inputs.filter(({ name }) => names[key].test(flatName(name)));
  const entry = (key: keyof typeof names) =>
    asked.find(([name, value]) => value != null && names[key].test(flatName(name))) ?? [];
  const number = (key: keyof typeof names): number | undefined => {
    const [name, value] = entry(key);
    if (typeof value === 'number' && value < 0) throw badInput(`\`${name}\` must not be negative.`);
    return typeof value === 'number' ? value : undefined;
  };
  const limited = (size: number | undefined): number | undefined => size && Math.min(size, maxPageSize);
  const last = limited(number('last'));
  const first = limited(number('first') ?? (last === undefined ? number('size') : undefined));
  const size = first ?? last;
  // The first page is 0 where that is the default.
  const firstPage = taking('page').some((input) => defaultOf(input) === 0) ? 0 : 1;
  const page = (number('page') ?? firstPage) - firstPage;
  const isPaged = (['size', 'page', 'first', 'last', 'group'] as const).some((key) => taking(key).length > 0);
  const whole = isPaged && size === undefined ? maxPageSize : undefined;
  const end = taking('last').length > 0 && taking('first').length === 0 ? 'last' : 'first';
  return {
    ...{ first, last, size, ...(whole && { [end]: whole }) },
    after: entry('after')[1],
    before: entry('before')[1],
    skip: number('skip') ?? Math.max(page, 0) * (size ?? maxPageSize),
  };
}
