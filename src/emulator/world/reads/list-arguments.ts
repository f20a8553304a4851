import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import { defaultOf } from '../../../graphql/default-of.ts';
import type { ObjectField } from '../model/model-field.ts';
import { flatName, idName, singulars } from '../model/names.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { type Arguments, badInput } from './call.ts';
import { fieldMeant, hasField, isIdentity } from './named-field.ts';

/** The part of a list that arguments ask for. */
export interface PageArguments {
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** The cursor after which the page begins, and the one before which it ends. */
  readonly after: unknown;
  readonly before: unknown;
  readonly skip: number;
}

/** The arguments of a list by what they are for. */
export interface ListArguments {
  readonly page: PageArguments;
  readonly order: Arguments;
  readonly filter: Arguments;
  /** The words of states that `includeRevoked` and the like name, and whether what is so was asked for. */
  readonly including: ReadonlyMap<string, boolean>;
  /** The names of those that are not understood. */
  readonly unknown: readonly string[];
}

const places = {
  first: /^first$/,
  last: /^last$/,
  after: /^(?:after|cursor|next|nexttoken)$/,
  before: /^(?:before|previous)$/,
  size: /^(?:limit|take|pagesize|perpage|size|maxresults)$/,
  skip: /^(?:offset|skip)$/,
  page: /^(?:page|pagenumber)$/,
} as const;
type Place = keyof typeof places;

/** The names of inputs that may be around all arguments, and of what is then in them. */
const [around, within] = [
  /(?:options|opts|input|params|request|query|args|filter|pagination|paging|page|cursor)$/,
  /^(?:sort|order|filter|where|include|paging|pagination)/,
];
/** The names of arguments that say by which field a list is sorted, or in which direction. */
const sorting = /^(?:(?:order|sort)(?:by)?(?:ings?|s|key|direction|order)?|direction|reverse)$/;

type Declared = GraphQLArgument | GraphQLInputField;
interface Input {
  readonly declared: Declared;
  /** The name, with that of the input around it before it: `pageNumber` for `page: { number }`. */
  readonly path: string;
  readonly value: unknown;
}

/** Whether an argument says which page of a list is served. */
export function isPagingArgument(name: string): boolean {
  return placeOf(name) !== undefined || /^(?:paging|pagination)/.test(flatName(name));
}

function placeOf(name: string): Place | undefined {
  const word = flatName(name);
  return (Object.keys(places) as Place[]).find((place) => places[place].test(word));
}

/** Reads each argument of a list once; `isAsked` says which an operation gives. A list that takes no size of a page is served whole. */
export function readListArguments(
  world: WorldParts,
  field: ObjectField,
  args: Arguments,
  isAsked = (_: string): boolean => true,
): ListArguments {
  const { model, storyOf } = world;
  const { target, definition } = field;
  const place = new Map<Place, Input>();
  const including = new Map<string, boolean>();
  const order: Record<string, unknown> = {};
  const filter: Record<string, unknown> = {};
  const unknown: string[] = [];
  const stateIn = (words: readonly string[]): string | undefined =>
    singulars(words.join('')).find((word) => model.familiesOf(target).some(({ name }) => storyOf(name)?.find(word)));

  /** The inputs with their values; those in an input around all of them (`options: { take, sort, filter }`) beside the others. */
  function inputsOf(all: readonly Declared[], values: Arguments, before = '', depth = 0): readonly Input[] {
    return all.flatMap((declared): readonly Input[] => {
      const [type, value] = [getNamedType(declared.type), values[declared.name]];
      const path = before + declared.name;
      const isAround = depth < 2 && around.test(flatName(declared.name)) && (value == null || isRecord(value));
      const inner = isAround && isInputObjectType(type) ? Object.values(type.getFields()) : [];
      // A field of the items is a filter, such as the `size` of a disk.
      const isOne = ({ name }: Declared) => within.test(flatName(name)) || placeOf(name) !== undefined;
      if (!inner.some((each) => isOne(each) && !hasField(model, target, each.name))) return [{ declared, path, value }];
      return inputsOf(inner, isRecord(value) ? value : {}, path, depth + 1);
    });
  }

  for (const input of inputsOf(definition.args, args)) {
    const { declared, path, value } = input;
    const { name, type } = declared;
    const own = placeOf(name) ?? placeOf(path);
    const isCursor = own === 'after' || own === 'before';
    // `includeRevoked`, and `onlyEnabled` or `enabledOnly`.
    const [verb = '', ...rest] = String(getNullableType(type)) === 'Boolean' ? wordsOf(name) : [];
    const included = /^(?:include|with|show)$/.test(verb) ? stateIn(rest) : undefined;
    const others = [verb, ...rest].filter((word) => word !== 'only');
    const only = others.length > 0 && others.length === rest.length ? stateIn(others) : undefined;
    if (own && (value == null || (isCursor ? !isRecord(value) : typeof value === 'number'))) {
      if (value != null || !place.has(own)) place.set(own, input);
    } else if (included !== undefined) including.set(included, value === true);
    else if (value == null || (only !== undefined && value === false)) continue;
    else if (only !== undefined) filter[only] = true;
    else if (sorting.test(flatName(name)) && !hasField(model, target, name)) order[name] = value;
    // A drawn text is no value of an enum, and no default that nobody asked for.
    else if (isText(world, field, name) && (isEnumType(getNamedType(type)) || !isAsked(name))) unknown.push(name);
    else if (namesOneItem(world, field, name)) unknown.push(name);
    else filter[name] = value;
  }
  return { page: readPage(place, world.settings.maxPageSize), order, filter, including, unknown };
}

/** Whether an argument is the id of one item, and not called as the items call it: `recommendations(productId:)` are beside it. */
function namesOneItem({ model }: WorldParts, { target }: ObjectField, name: string): boolean {
  const { words = [], many } = idName(name) ?? {};
  return words.length > 0 && !many && isIdentity(model, target, name) && !hasField(model, target, name);
}

/** Whether a name is that of a text of the items. */
function isText({ model }: WorldParts, { target }: ObjectField, name: string): boolean {
  return model.membersOf(target).some((member) => fieldMeant(model, member, name)?.leaf?.name === 'String');
}

function readPage(place: ReadonlyMap<Place, Input>, maxPageSize: number): PageArguments {
  const number = (name: Place): number | undefined => {
    const { declared, value } = place.get(name) ?? {};
    if (typeof value === 'number' && value < 0) throw badInput(`\`${declared?.name}\` must not be negative.`);
    return typeof value === 'number' ? value : undefined;
  };
  const limited = (size: number | undefined): number | undefined => size && Math.min(size, maxPageSize);
  const last = limited(number('last'));
  const first = limited(number('first') ?? (last === undefined ? number('size') : undefined));
  const size = first ?? last;
  const isPaged = (['first', 'last', 'size', 'page'] as const).some((name) => place.has(name));
  const end = place.has('last') && !place.has('first') ? 'last' : 'first';
  // The first page is 0 where that is the default.
  const numbered = place.get('page');
  const firstPage = numbered && defaultOf(numbered.declared) === 0 ? 0 : 1;
  const page = (number('page') ?? firstPage) - firstPage;
  return {
    ...{ first, last, ...(isPaged && size === undefined && { [end]: maxPageSize }) },
    after: place.get('after')?.value,
    before: place.get('before')?.value,
    skip: number('skip') ?? Math.max(page, 0) * (size ?? maxPageSize),
  };
}
