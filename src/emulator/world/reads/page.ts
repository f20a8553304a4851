import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { isListField } from '../../../graphql/fields.ts';
import { countWords, flatName, sameNoun } from '../model/names.ts';
import type { PageShape } from '../model/shapes.ts';
import { EmulatedObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { badInput } from './call.ts';
import type { PageArguments } from './list-arguments.ts';
import type { SelectedList } from './selected-list.ts';

interface ServedPage {
  readonly list: SelectedList;
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** Cuts the page that arguments ask for, as the connection specification of Relay does. */
export function cutPage(world: WorldParts, list: SelectedList, asked: PageArguments): ServedPage {
  const from = asked.after == null ? 0 : placeOf(world, list, 'after', asked.after);
  const to = asked.before == null ? list.length : placeOf(world, list, 'before', asked.before);
  // The one page of an empty list has room for an item.
  const size = Math.max(asked.first ?? asked.last ?? list.length, 1);
  return { list, size, ...slice(list.length, asked, from + asked.skip, to) };
}

/** Cuts a page out of `total` items, between the places `from` and `to` of two cursors. */
export function slice(
  total: number,
  { first = total, last = total }: Pick<PageArguments, 'first' | 'last'>,
  from: number,
  to: number,
): Pick<ServedPage, 'start' | 'end'> {
  const start = Math.min(from, total);
  const end = Math.min(Math.max(Math.min(to, total), start), start + first);
  return { start: Math.max(start, end - last), end };
}

/** The place behind or before the object of a cursor. An object that left the list has the place that it would have. */
function placeOf(world: WorldParts, list: SelectedList, argument: string, cursor: unknown): number {
  const text = typeof cursor === 'number' ? `at#${cursor}` : Buffer.from(String(cursor), 'base64url').toString();
  const [, family = '', digits = ''] = /^(\w+)#(\d{1,9})$/.exec(text) ?? [];
  const behind = argument === 'after' ? 1 : 0;
  if (family === 'at') return Number(digits) + behind;
  const stored = world.objectNamed(text);
  if (stored === undefined) throw badInput(`\`${argument}\` is not a cursor of this emulator.`);
  const { place, isThere } = list.placeOf(world.view(stored));
  return isThere ? place + behind : place;
}

/** The cursor of an item. A text names the object, so that the cursor stays valid when others come or go. */
function cursorFor(leaf: GraphQLNamedType, item: EmulatedObject, place: number): unknown {
  return leaf.name === 'Int' ? place : Buffer.from(item.stored?.name ?? `at#${place}`).toString('base64url');
}

type Computed = Record<string, () => unknown>;

/** A page with its items, edges, totals and page information. Its other fields are drawn, and noted. */
export function pageObject(
  owner: EmulatedObject,
  path: string,
  { type, shape }: { readonly type: GraphQLObjectType; readonly shape: PageShape },
  page: ServedPage,
): EmulatedObject {
  const { edge, lists } = shape;
  const items = page.list.slice(page.start, page.end);
  const computed: Computed = {
    ...factsOf(type, page, shape),
    ...Object.fromEntries(lists.map((name) => [name, () => items])),
  };
  if (edge)
    computed['edges'] = () =>
      items.map((node, offset) => {
        const leaf = getNamedType(edge.getFields()['cursor']?.type) ?? edge;
        const cursor = () => cursorFor(leaf, node, page.start + offset);
        return new EmulatedObject(edge, {
          owner,
          path: `${path}/edge(${node.place})`,
          computed: { node: () => node, cursor },
        });
      });
  return new EmulatedObject(type, { owner, path, computed, role: 'answer' });
}

function factsOf(type: GraphQLObjectType, page: ServedPage, shape: PageShape, depth = 0): Computed {
  const computed: Computed = {};
  for (const field of Object.values(type.getFields())) {
    const { name } = field;
    const inner = getNamedType(field.type);
    const fact = facts.find(([words]) => words.test(flatName(name)))?.[1];
    if (isListField(field)) continue;
    if (isLeafType(inner) && fact)
      computed[name] = () => fact(page, inner) ?? (isNonNullType(field.type) ? noCursor(inner) : null);
    else if (inner.name === 'Int' && countsItems(name, shape)) computed[name] = () => page.list.length;
    else if (/^(?:pageInfo|pagination|paging|meta)$/.test(name) && isObjectType(inner) && depth === 0) {
      const about = factsOf(inner, page, shape, 1);
      computed[name] = () => new EmulatedObject(inner, { path: name, computed: about, role: 'answer' });
    }
  }
  return computed;
}

const cursorAt = ({ list, start, end }: ServedPage, place: number, leaf: GraphQLNamedType): unknown => {
  const [item] = start === end ? [] : list.slice(place, place + 1);
  return item ? cursorFor(leaf, item, place) : null;
};
/** The cursor of an empty page, if the schema allows no null. */
const noCursor = ({ name }: GraphQLNamedType): unknown => (name === 'Int' ? 0 : '');
const hasNext = ({ list, end }: ServedPage): boolean => end < list.length;

const facts: readonly (readonly [words: RegExp, fact: (page: ServedPage, leaf: GraphQLNamedType) => unknown])[] = [
  [/^has(?:nextpage|next|more)$/, hasNext],
  [/^has(?:previouspage|previous|prev)$/, ({ start }) => start > 0],
  [/^(?:currentpage|page|pagenumber)$/, ({ start, size }) => Math.floor(start / size) + 1],
  [/^(?:totalpages|pagecount)$/, ({ list, size }) => Math.ceil(list.length / size)],
  [/^(?:limit|perpage|pagesize)$/, ({ size }) => size],
  [/^startcursor$/, (page, leaf) => cursorAt(page, page.start, leaf)],
  [/^endcursor$/, (page, leaf) => cursorAt(page, page.end - 1, leaf)],
  [/^nextcursor$/, (page, leaf) => (hasNext(page) ? cursorAt(page, page.end - 1, leaf) : null)],
];

/** Whether a name counts items, as `totalCount` and `deviceCount` of a page of devices. */
function countsItems(name: string, { item }: PageShape): boolean {
  const nouns = [...wordsOf(item.name), 'item', 'node'];
  const others = wordsOf(name).filter((word) => !countWords.test(word));
  return others.length < wordsOf(name).length && others.every((word) => nouns.some((noun) => sameNoun(word, noun)));
}
