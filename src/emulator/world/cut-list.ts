import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import type { Field } from '../../graphql/fields.ts';
import { cutPage, decodeCursor, encodeCursor, type PageSlice } from './cut-page.ts';
import { badInput } from './errors.ts';
import { bare } from './names.ts';
import type { PageShape } from './page-shape.ts';
import type { Arguments } from './select.ts';
import type { Series } from './series.ts';
import { nameOf, Thing } from './thing.ts';

/** The page of a list that the arguments ask for; `size` is how many items the arguments asked for, if they did. */
interface Cut extends PageSlice {
  readonly size: number | undefined;
}

const sizes = /^(?:limit|take|pagesize|perpage|size|maxresults)$/;
const skips = /^(?:offset|skip)$/;
const pages = /^(?:page|pagenumber)$/;
const groups = /^(?:pagination|paging|page|options|input)$/;

/** The page that the arguments select: the whole list if the field has no argument for the size of a page. */
export function cutList(total: number, field: Field, given: Arguments, maxPageSize: number): Cut {
  const args = flat(given);
  const takes = (pattern: RegExp): boolean => field.args.some(({ name }) => pattern.test(bare(name)));
  const named = (pattern: RegExp): readonly [name: string, value: number] | undefined => {
    const found = Object.entries(args).find(([name, value]) => typeof value === 'number' && pattern.test(bare(name)));
    return found && [found[0], Number(found[1])];
  };
  const size = (pattern: RegExp): number | undefined => {
    const found = named(pattern);
    if (found === undefined) return undefined;
    if (found[1] < 0) throw badInput(`\`${found[0]}\` must not be negative.`);
    return Math.min(found[1], maxPageSize);
  };
  const [first, last] = [size(/^first$/) ?? size(sizes), size(/^last$/)];
  const unasked = first === undefined && last === undefined;
  const asked = first ?? last;
  const page = named(pages);
  const skip = named(skips)?.[1] ?? (page && Math.max(page[1] - 1, 0) * (asked ?? maxPageSize));
  if (skip !== undefined && skip < 0) throw badInput('`offset` must not be negative.');
  const after = position(args, /^(?:after|cursor)$/);
  const cut = cutPage(total, {
    first: first ?? (unasked && takes(/^first$/) ? maxPageSize : undefined),
    last: last ?? (unasked && takes(/^last$/) && !takes(/^first$/) ? maxPageSize : undefined),
    after: skip === undefined ? after : (after ?? -1) + skip,
    before: position(args, /^before$/),
  });
  const isWhole = unasked && (takes(sizes) || takes(pages)) && !takes(/^(?:first|last)$/);
  return {
    ...(isWhole
      ? { ...cut, end: Math.min(cut.end, cut.start + maxPageSize), hasNextPage: cut.end > cut.start + maxPageSize }
      : cut),
    size: asked,
  };
}

/** The arguments, those inside `pagination: {…}` too. */
function flat(args: Arguments): Arguments {
  const inner = Object.entries(args).filter(([name, value]) => groups.test(bare(name)) && isRecord(value));
  return Object.assign({}, args, ...inner.map(([, value]) => value));
}

function position(args: Arguments, name: RegExp): number | undefined {
  const [argument, cursor] = Object.entries(args).find(([each, value]) => name.test(bare(each)) && value != null) ?? [];
  if (cursor === undefined) return undefined;
  const found = decodeCursor(cursor);
  if (found === undefined) throw badInput(`\`${argument}\` is not a cursor of this emulator.`);
  return found;
}

/** The items of one page of a list. */
export function itemsOf(series: Series, { start, end }: PageSlice): Thing[] {
  return Array.from({ length: end - start }, (_, offset) => series.at(start + offset));
}

/** One page as an object: its items, edges, counts and page information. */
export function pageThing(
  owner: Thing,
  { field, type, shape }: { readonly field: Field; readonly type: GraphQLObjectType; readonly shape: PageShape },
  series: Series,
  cut: Cut,
): Thing {
  const { edge, pageInfo } = shape;
  let made: Thing[] | undefined;
  const items = (): Thing[] => (made ??= itemsOf(series, cut));
  const given: Record<string, () => unknown> = { ...facts(type, series.length, cut) };
  for (const name of shape.lists) given[name] = items;
  if (edge) {
    given['edges'] = () =>
      items().map((node, offset) => {
        const place = cut.start + offset;
        return new Thing(edge, {
          owner,
          path: `${field.name}/edge(${nameOf(node)})`,
          index: place,
          given: { node: () => node, cursor: () => cursorFor(edge, 'cursor', place) },
        });
      });
  }
  if (pageInfo) {
    const name =
      Object.values(type.getFields()).find((each) => getNamedType(each.type) === pageInfo)?.name ?? 'pageInfo';
    given[name] = () =>
      new Thing(pageInfo, { owner, path: `${field.name}/${name}`, given: facts(pageInfo, series.length, cut) });
  }
  return new Thing(type, { owner, path: field.name, given });
}

function cursorFor(type: GraphQLObjectType, field: string, place: number): unknown {
  return getNamedType(type.getFields()[field]?.type)?.name === 'Int' ? place : encodeCursor(place);
}

/** The fields of a page, or of its information, that follow from the list: counts, cursors, and whether there is more. */
function facts(type: GraphQLObjectType, total: number, cut: Cut): Record<string, () => unknown> {
  const { start, end, hasNextPage, hasPreviousPage } = cut;
  const size = cut.size ?? Math.max(end - start, 1);
  const empty = start === end;
  const cursor = (name: string, place: number) => (): unknown => (empty ? null : cursorFor(type, name, place));
  const known: Record<string, (name: string) => () => unknown> = {
    ...each('totalcount total totalitems totalresults count totalelements itemcount totalnodes', () => () => total),
    ...each('hasnextpage hasmore hasnext', () => () => hasNextPage),
    ...each('haspreviouspage hasprevious hasprev', () => () => hasPreviousPage),
    ...each('startcursor previouscursor', (name) => cursor(name, start)),
    ...each('endcursor', (name) => cursor(name, end - 1)),
    ...each('nextcursor next', (name) => (hasNextPage ? cursor(name, end - 1) : () => null)),
    ...each('totalpages pagecount pages lastpage', () => () => Math.ceil(total / size)),
    ...each('page currentpage pagenumber', () => () => Math.floor(start / size) + 1),
    ...each('pagesize perpage limit size', () => () => size),
    ...each('offset skip', () => () => start),
  };
  const given: Record<string, () => unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const fact = Object.hasOwn(known, bare(field.name)) ? known[bare(field.name)] : undefined;
    if (fact && isLeafType(getNamedType(field.type))) given[field.name] = fact(field.name);
  }
  return given;
}

function each<Value>(names: string, value: Value): Record<string, Value> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}
