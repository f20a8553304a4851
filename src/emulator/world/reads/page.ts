import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { isListField } from '../../../graphql/fields.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { PageShape } from '../model/page-shape.ts';
import { EmulatedObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Call } from './call.ts';
import { cursorFor, type PageSlice } from './cut-page.ts';
import type { SelectedList } from './selected-list.ts';

/** A page of a list. */
export interface ServedPage extends PageSlice {
  /** The whole list. */
  readonly list: SelectedList;
  /** How many items were asked for. */
  readonly size: number | undefined;
}

type Computed = Record<string, () => unknown>;

/** A page as an object: its items, edges, counts and page information. */
export function pageObject(
  { model, reader }: WorldParts,
  { owner, definition, say }: Pick<Call, 'owner' | 'definition' | 'say'>,
  { type, shape }: { readonly type: GraphQLObjectType; readonly shape: PageShape },
  page: ServedPage,
): EmulatedObject {
  const { edge } = shape;
  const value = edge === shape.item ? model.field(edge, 'node') : undefined;
  const items = page.list.slice(page.start, page.end);
  const object = aboutPage(type, owner, definition.name, page, shape, say);
  const computed: Computed = Object.fromEntries(shape.lists.map((name) => [name, () => items]));
  if (edge) {
    computed['edges'] = () =>
      items.map((node, offset) => {
        const index = page.start + offset;
        const cursor = () => cursorFor(edge, 'cursor', node, index);
        if (value) return new EmulatedObject(edge, { ...node, computed: { cursor } });
        const path = `${definition.name}/edge(${node.place})`;
        return new EmulatedObject(edge, { owner, path, index, computed: { node: () => node, cursor } });
      });
    if (value) computed['nodes'] = () => items.map((item) => reader.leaf(item, value));
  }
  return new EmulatedObject(type, { owner, path: definition.name, computed: { ...object.computed, ...computed } });
}

/** The facts of the list: a page itself, or in it `pageInfo`, `aggregate { count }` and `meta { pagination { total } }`. */
function aboutPage(
  type: GraphQLObjectType,
  owner: EmulatedObject,
  path: string,
  page: ServedPage,
  shape: PageShape,
  say: (sentence: string) => void,
  depth = 0,
): EmulatedObject {
  const computed: Computed = {};
  const object: EmulatedObject = new EmulatedObject(type, { owner, path, computed });
  for (const field of Object.values(type.getFields())) {
    const { name } = field;
    const inner = getNamedType(field.type);
    const fact = isLeafType(inner) && !isListField(field) ? factOf(flatName(name)) : undefined;
    const isAbout =
      inner === shape.pageInfo || /^(?:pageInfo|pagination|paging|page|meta|metadata|aggregate)$/.test(name);
    if (fact) computed[name] = () => fact(page, (item, place) => cursorFor(type, name, item, place));
    else if (isAbout && isObjectType(inner) && inner !== shape.edge && depth < 3)
      computed[name] = () => aboutPage(inner, object, name, page, shape, say, depth + 1);
    else if (path === 'aggregate' && isNullable(field))
      computed[name] = () => {
        say(`\`${type.name}.${name}\` is not computed from the list, so it is null.`);
        return null;
      };
  }
  return object;
}

type Fact = (page: ServedPage, cursor: (item: EmulatedObject, place: number) => unknown) => unknown;

const totals =
  /^(?:(?:total|all|item|node|result|row|element|record)s?(?:count|items|results|elements|nodes|records|rows)?|count)$/;

function factOf(word: string): Fact | undefined {
  return facts.find(([pattern]) => pattern.test(word))?.[1];
}

/** The fields of a page, or of its information, that follow from the list. */
const facts: readonly (readonly [RegExp, Fact])[] = [
  [/^(?:hasnextpage|hasmore|hasnext)$/, ({ hasNextPage }) => hasNextPage],
  [/^(?:haspreviouspage|hasprevious|hasprev)$/, ({ hasPreviousPage }) => hasPreviousPage],
  [/^(?:startcursor|previouscursor)$/, (page, cursor) => cursorAt(page, page.start, cursor)],
  [/^endcursor$/, (page, cursor) => cursorAt(page, page.end - 1, cursor)],
  [/^(?:nextcursor|next)$/, (page, cursor) => (page.hasNextPage ? cursorAt(page, page.end - 1, cursor) : null)],
  [
    /^(?:totalpages|pagecount|pages|lastpage)$/,
    (page) => (page.size === 0 ? 0 : Math.ceil(page.list.length / sizeOf(page))),
  ],
  [/^(?:page|currentpage|pagenumber)$/, numberOf],
  [/^nextpage$/, (page) => (page.hasNextPage ? numberOf(page) + 1 : null)],
  [/^(?:previouspage|prevpage)$/, (page) => (page.hasPreviousPage ? numberOf(page) - 1 : null)],
  [/^(?:pagesize|perpage|limit|size)$/, (page) => page.size ?? sizeOf(page)],
  [/^(?:offset|skip)$/, ({ start }) => start],
  [totals, ({ list }) => list.length],
];

function sizeOf({ size, start, end }: ServedPage): number {
  return size || Math.max(end - start, 1);
}

function numberOf(page: ServedPage): number {
  return page.size === 0 ? 1 : Math.floor(page.start / sizeOf(page)) + 1;
}

function cursorAt({ list, start, end }: ServedPage, place: number, cursor: Parameters<Fact>[1]): unknown {
  const item = list.at(place);
  return start === end || item === undefined ? null : cursor(item, place);
}
