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
  { owner, definition: { name: path }, say }: Pick<Call, 'owner' | 'definition' | 'say'>,
  { type, shape }: { readonly type: GraphQLObjectType; readonly shape: PageShape },
  page: ServedPage,
): EmulatedObject {
  const { edge, lists, item } = shape;
  const value = edge === item ? model.field(edge, 'node') : undefined;
  const items = page.list.slice(page.start, page.end);
  const own: Computed = {};
  for (const name of lists) own[name] = () => items;
  if (edge && value) own['nodes'] = () => items.map((each) => reader.leaf(each, value));
  if (edge)
    own['edges'] = () =>
      items.map((node, offset) => {
        const index = page.start + offset;
        const cursor = () => cursorFor(edge, 'cursor', node, index);
        if (value) return new EmulatedObject(edge, { ...node, computed: { cursor } });
        const place = { owner, path: `${path}/edge(${node.place})`, index };
        return new EmulatedObject(edge, { ...place, computed: { node: () => node, cursor } });
      });
  const about = factsOf(type, { owner, path }, page, shape, say);
  return new EmulatedObject(type, { owner, path, computed: { ...about, ...own } });
}

/** The facts of the list: in a page itself, and in it `pageInfo`, `aggregate { count }` and `meta { pagination { total } }`. */
function factsOf(
  type: GraphQLObjectType,
  { owner, path }: Pick<EmulatedObject, 'owner' | 'path'>,
  page: ServedPage,
  shape: PageShape,
  say: (sentence: string) => void,
  depth = 0,
): Computed {
  const computed: Computed = {};
  const object: EmulatedObject = new EmulatedObject(type, { owner, path });
  for (const field of Object.values(type.getFields())) {
    const { name } = field;
    const inner = getNamedType(field.type);
    const [, fact] =
      (isLeafType(inner) && !isListField(field) && facts.find(([words]) => words.test(flatName(name)))) || [];
    const isAbout =
      inner === shape.pageInfo || /^(?:pageInfo|pagination|paging|page|meta|metadata|aggregate)$/.test(name);
    if (fact)
      computed[name] = () =>
        fact(page, (place) => {
          const [item] = page.start === page.end ? [] : page.list.slice(place, place + 1);
          return item ? cursorFor(type, name, item, place) : null;
        });
    else if (isAbout && isObjectType(inner) && inner !== shape.edge && depth < 3)
      computed[name] = () =>
        new EmulatedObject(inner, {
          ...{ owner: object, path: name },
          computed: factsOf(inner, { owner: object, path: name }, page, shape, say, depth + 1),
        });
    else if (path === 'aggregate' && isNullable(field))
      computed[name] = () => {
        say(`\`${type.name}.${name}\` is not computed from the list, so it is null.`);
        return null;
      };
  }
  return computed;
}

type Fact = (page: ServedPage, cursorAt: (place: number) => unknown) => unknown;

const sizeOf = ({ size, start, end }: ServedPage): number => size || Math.max(end - start, 1);
const numberOf = (page: ServedPage): number => (page.size === 0 ? 1 : Math.floor(page.start / sizeOf(page)) + 1);

/** The fields of a page, or of its information, that follow from the list. */
const facts: readonly (readonly [words: RegExp, fact: Fact])[] = [
  [/^(?:hasnextpage|hasmore|hasnext)$/, ({ hasNextPage }) => hasNextPage],
  [/^(?:haspreviouspage|hasprevious|hasprev)$/, ({ hasPreviousPage }) => hasPreviousPage],
  [/^(?:startcursor|previouscursor)$/, ({ start }, cursorAt) => cursorAt(start)],
  [/^endcursor$/, ({ end }, cursorAt) => cursorAt(end - 1)],
  [/^(?:nextcursor|next)$/, ({ hasNextPage, end }, cursorAt) => (hasNextPage ? cursorAt(end - 1) : null)],
  [
    /^(?:totalpages|pagecount|pages|lastpage)$/,
    (page) => (page.size === 0 ? 0 : Math.ceil(page.list.length / sizeOf(page))),
  ],
  [/^(?:page|currentpage|pagenumber)$/, numberOf],
  [/^nextpage$/, (page) => (page.hasNextPage ? numberOf(page) + 1 : null)],
  [/^(?:previouspage|prevpage)$/, (page) => (page.hasPreviousPage ? numberOf(page) - 1 : null)],
  [/^(?:pagesize|perpage|limit|size)$/, (page) => page.size ?? sizeOf(page)],
  [/^(?:offset|skip)$/, ({ start }) => start],
  [
    /^(?:(?:total|all|item|node|result|row|element|record)s?(?:count|items|results|elements|nodes|records|rows)?|count)$/,
    ({ list }) => list.length,
  ],
];
