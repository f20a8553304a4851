import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { isListField } from '../../../graphql/fields.ts';
import { countWords, flatName, sameNoun } from '../model/names.ts';
import type { PageShape } from '../model/page-shape.ts';
import { EmulatedObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { badInput, type Call } from './call.ts';
import type { PageArguments } from './list-arguments.ts';
import type { SelectedList } from './selected-list.ts';

/** A page of a list: its positions, from `start` to before `end`. */
export interface ServedPage {
  readonly list: SelectedList;
  readonly start: number;
  readonly end: number;
  /** The most items of a page. */
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

/** Cuts a page out of `total` items. `from` and `to` are where cursors are. */
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

/** The place behind the object of a cursor, or before it; or where it would be if it were still in the list. */
function placeOf(world: WorldParts, list: SelectedList, argument: string, cursor: unknown): number {
  const text = typeof cursor === 'number' ? `at#${cursor}` : Buffer.from(String(cursor), 'base64url').toString();
  const [, family = '', digits = ''] = /^(\w+)#(\d{1,9})$/.exec(text) ?? [];
  const behind = argument === 'after' ? 1 : 0;
  if (family === 'at') return Number(digits) + behind;
  const stored = world.model.families.has(family) ? world.objectNamed(text) : undefined;
  if (stored === undefined) throw badInput(`\`${argument}\` is not a cursor of this emulator.`);
  const { place, isThere } = list.placeOf(world.view(stored));
  return isThere ? place + behind : place;
}

/** The cursor of an item, in the type that a field has for it. A text names the object, so that it leads on when others come or go. */
function cursorFor(type: GraphQLObjectType, field: string, item: EmulatedObject, place: number): unknown {
  if (getNamedType(type.getFields()[field]?.type)?.name === 'Int') return place;
  return Buffer.from(item.stored?.name ?? `at#${place}`).toString('base64url');
}

type Computed = Record<string, () => unknown>;

/** A page as an object: its items, edges, totals and page information. What else it has is drawn, and noted. */
export function pageObject(
  { owner, definition: { name: path } }: Pick<Call, 'owner' | 'definition'>,
  { type, shape }: { readonly type: GraphQLObjectType; readonly shape: PageShape },
  page: ServedPage,
): EmulatedObject {
  const { edge, lists, item } = shape;
  const items = page.list.slice(page.start, page.end);
  const own: Computed = Object.fromEntries(lists.map((name) => [name, () => items]));
  if (edge)
    own['edges'] = () =>
      items.map((node, offset) => {
        const index = page.start + offset;
        const cursor = () => cursorFor(edge, 'cursor', node, index);
        // An edge with a value instead of an object is itself the item.
        if (edge === item) return new EmulatedObject(edge, { ...node, computed: { cursor } });
        const place = { owner, path: `${path}/edge(${node.place})`, index };
        return new EmulatedObject(edge, { ...place, computed: { node: () => node, cursor } });
      });
  const about = factsOf(new EmulatedObject(type, { owner, path }), page, shape);
  return new EmulatedObject(type, { owner, path, computed: { ...about, ...own }, role: 'answer' });
}

/** The facts of the list: in a page itself, and in it `pageInfo`, `aggregate { count }` and `meta { pagination { total } }`. */
function factsOf(object: EmulatedObject, page: ServedPage, shape: PageShape, depth = 0): Computed {
  const { type } = object;
  const computed: Computed = {};
  const fields = Object.values(type.getFields());
  // A total beside a `filteredCount` may be of all.
  const isTotal = fields.some(({ name }) => /^filtered/i.test(name)) ? () => false : countsItems;
  const cursorAt = (name: string, place: number): unknown => {
    const [item] = page.start === page.end ? [] : page.list.slice(place, place + 1);
    return item ? cursorFor(type, name, item, place) : null;
  };
  for (const field of fields) {
    const { name } = field;
    const inner = getNamedType(field.type);
    const [word, isFlag] = [flatName(name), inner?.name === 'Boolean'];
    const fact = facts.find(([words]) => words.test(word) && isFlag === word.startsWith('has'))?.[1];
    const isAbout =
      inner === shape.pageInfo || /^(?:pageInfo|pagination|paging|page|cursor|meta|metadata|aggregate)$/.test(name);
    if (isListField(field)) continue;
    if (isLeafType(inner) && fact) computed[name] = () => fact(page, (place) => cursorAt(name, place));
    else if (isLeafType(inner) && isTotal(name, shape)) computed[name] = () => page.list.length;
    else if (isAbout && isObjectType(inner) && inner !== shape.edge && depth < 3) {
      const part = { owner: object, path: name };
      const about = factsOf(new EmulatedObject(inner, part), page, shape, depth + 1);
      computed[name] = () => new EmulatedObject(inner, { ...part, computed: about, role: 'answer' });
    }
  }
  return computed;
}

type Fact = (page: ServedPage, cursorAt: (place: number) => unknown) => unknown;

const hasNext: Fact = ({ list, end }) => end < list.length;

/** The fields of a page, or of its information, that follow from the list. */
const facts: readonly (readonly [words: RegExp, fact: Fact])[] = [
  [/^has(?:nextpage|next|more)$/, hasNext],
  [/^has(?:previouspage|previous|prev)$/, ({ start }) => start > 0],
  [/^(?:currentpage|page|pagenumber)$/, ({ start, size }) => Math.floor(start / size) + 1],
  [/^(?:totalpages|pagecount|lastpage)$/, ({ list, size }) => Math.ceil(list.length / size)],
  [/^(?:limit|limitvalue|perpage|pagesize)$/, ({ size }) => size],
  [/^(?:startcursor|previouscursor)$/, ({ start }, cursorAt) => cursorAt(start)],
  [/^endcursor$/, ({ end }, cursorAt) => cursorAt(end - 1)],
  [/^previous$/, ({ start }, cursorAt) => (start > 0 ? cursorAt(start) : null)],
  [/^(?:nextcursor|next|nexttoken)$/, (page, cursorAt) => (hasNext(page, cursorAt) ? cursorAt(page.end - 1) : null)],
];

/** Whether a name has only words of counts and of the items, as `totalNoOfDevices` of a page of devices. */
function countsItems(name: string, { item }: PageShape): boolean {
  const nouns = [...wordsOf(item.name), 'all', 'item', 'node', 'result', 'row', 'element', 'record'];
  const others = wordsOf(name).filter((word) => !countWords.test(word));
  return others.length < wordsOf(name).length && others.every((word) => nouns.some((noun) => sameNoun(word, noun)));
}
