import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { PageShape } from '../model/page-shape.ts';
import { EmulatedObject, objectPlace } from '../store/emulated-object.ts';
import { cursorFor } from './cursor.ts';
import type { PageSlice } from './cut-page.ts';

/** A page of a list. */
export interface ServedPage extends PageSlice {
  /** All items of the list. */
  readonly items: readonly EmulatedObject[];
  /** How many items were asked for. */
  readonly size: number | undefined;
}

type Computed = Record<string, () => unknown>;

/** A page as an object: its items, edges, counts and page information. */
export function pageObject(
  owner: EmulatedObject,
  definition: Field,
  { type, shape }: { readonly type: GraphQLObjectType; readonly shape: PageShape },
  page: ServedPage,
  say: (sentence: string) => void,
): EmulatedObject {
  const { edge } = shape;
  const items = page.items.slice(page.start, page.end);
  const computed: Computed = facts(type, page);
  for (const name of shape.lists) computed[name] = () => items;
  if (edge) {
    computed['edges'] = () =>
      items.map((node, offset) => {
        const place = page.start + offset;
        const path = `${definition.name}/edge(${objectPlace(node)})`;
        const own = { node: () => node, cursor: () => cursorFor(edge, 'cursor', node, place) };
        return new EmulatedObject(edge, { owner, path, index: place, computed: own });
      });
  }
  const path = definition.name;
  const object: EmulatedObject = new EmulatedObject(type, { owner, path, computed });
  addAbout(object, type, page, shape, say, 0);
  return object;
}

/** Adds what is about the list, such as `pageInfo`, `aggregate { count }` and `meta { pagination { total } }`. */
function addAbout(
  owner: EmulatedObject,
  type: GraphQLObjectType,
  page: ServedPage,
  shape: PageShape,
  say: (sentence: string) => void,
  depth: number,
): void {
  for (const { name, type: of } of Object.values(type.getFields())) {
    const inner = getNamedType(of);
    const isAbout =
      inner === shape.pageInfo || /^(?:pageInfo|pagination|paging|page|meta|metadata|aggregate|info)$/.test(name);
    if (!isAbout || !isObjectType(inner) || inner === shape.edge || depth > 2) continue;
    const computed: Computed = facts(inner, page);
    const object = new EmulatedObject(inner, { owner, path: name, computed });
    addAbout(object, inner, page, shape, say, depth + 1);
    if (name === 'aggregate')
      for (const field of Object.values(inner.getFields()).filter(isNullable))
        computed[field.name] ??= () => {
          say(`\`${inner.name}.${field.name}\` is not computed from the list, so it is null.`);
          return null;
        };
    if (owner.computed) Object.assign(owner.computed, { [name]: () => object });
  }
}

const totals =
  /^(?:(?:total|all|item|node|result|row|element|record)s?(?:count|items|results|elements|nodes|records|rows)?|count)$/;

/** The fields of a page, or of its information, that follow from the list: counts, cursors, and whether there is more. */
function facts(type: GraphQLObjectType, { items, start, end, size: asked, ...more }: ServedPage): Computed {
  const total = items.length;
  const size = asked ?? Math.max(end - start, 1);
  const cursor = (name: string, place: number): unknown => {
    const item = items[place];
    return start === end || item === undefined ? null : cursorFor(type, name, item, place);
  };
  const known: readonly (readonly [RegExp, (name: string) => unknown])[] = [
    [/^(?:hasnextpage|hasmore|hasnext)$/, () => more.hasNextPage],
    [/^(?:haspreviouspage|hasprevious|hasprev)$/, () => more.hasPreviousPage],
    [/^(?:startcursor|previouscursor)$/, (name) => cursor(name, start)],
    [/^endcursor$/, (name) => cursor(name, end - 1)],
    [/^(?:nextcursor|next)$/, (name) => (more.hasNextPage ? cursor(name, end - 1) : null)],
    [/^(?:totalpages|pagecount|pages|lastpage)$/, () => (size === 0 ? 0 : Math.ceil(total / size))],
    [/^(?:page|currentpage|pagenumber)$/, () => (size === 0 ? 1 : Math.floor(start / size) + 1)],
    [/^(?:pagesize|perpage|limit|size)$/, () => size],
    [/^(?:offset|skip)$/, () => start],
    [totals, () => total],
  ];
  const computed: Computed = {};
  for (const { name, type: of } of Object.values(type.getFields())) {
    const fact = known.find(([pattern]) => pattern.test(flatName(name)))?.[1];
    if (fact && isLeafType(getNamedType(of))) computed[name] = () => fact(name);
  }
  return computed;
}
