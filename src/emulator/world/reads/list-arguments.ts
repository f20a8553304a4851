import { type GraphQLArgument, getNamedType, isEnumType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import { defaultOf } from '../../../graphql/values.ts';
import { flatName } from '../model/names.ts';
import type { ObjectField } from '../objects/reader.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type Arguments, badInput } from './call.ts';
import { stateNamed } from './filter.ts';

export interface PageArguments {
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly after: unknown;
  readonly before: unknown;
  readonly skip: number;
}

export interface ListArguments {
  readonly page: PageArguments;
  readonly order: Arguments;
  readonly filter: Arguments;
  /** The words of states that `includeRevoked` and the like name, and whether what is so was asked for. */
  readonly including: ReadonlyMap<string, boolean>;
  readonly unknown: readonly string[];
}

type Place = 'first' | 'last' | 'after' | 'before' | 'size' | 'skip' | 'page';

const places: Readonly<Record<Place, RegExp>> = {
  first: /^first$/,
  last: /^last$/,
  after: /^(?:after|cursor)$/,
  before: /^before$/,
  size: /^(?:limit|take|(?:page)?size|perpage)$/,
  skip: /^(?:offset|skip)$/,
  page: /^(?:page|pagenumber)$/,
};

/** The names of arguments that say by which field a list is sorted, or in which direction. */
const sorting = /^(?:(?:order|sort)(?:by)?(?:s|key|direction|order)?|direction|reverse)$/;

/** Where in a page an argument of this name leads; undefined if it is about something else. */
function placeOf(name: string): Place | undefined {
  return (Object.keys(places) as Place[]).find((place) => places[place].test(flatName(name)));
}

export function isPagingArgument(name: string): boolean {
  return placeOf(name) !== undefined;
}

/** Reads each argument of a list once. A list that takes no size of a page is served whole. */
export function readListArguments(
  world: WorldParts,
  field: ObjectField,
  args: Arguments,
  isAsked = (_: string): boolean => true,
): ListArguments {
  const { target, definition } = field;
  const { model } = world;
  const place = new Map<Place, { readonly value: unknown; readonly declared: GraphQLArgument }>();
  const including = new Map<string, boolean>();
  const order: Record<string, unknown> = {};
  const filter: Record<string, unknown> = {};
  const unknown: string[] = [];
  const members = model.membersOf(target);
  const isField = (name: string): boolean => members.some((member) => model.meant(member, name));
  for (const declared of definition.args) {
    const { name } = declared;
    const value = args[name];
    const own = placeOf(name);
    const named = getNamedType(declared.type);
    const [verb = '', ...rest] = wordsOf(name);
    const included =
      named.name === 'Boolean' && /^(?:include|with|show)$/.test(verb) ? stateNamed(world, target, rest) : undefined;
    // A drawn text is no value of an enum.
    const isDrawnText =
      members.some((member) => model.meant(member, name)?.leaf?.name === 'String') && isEnumType(named);
    if (own && !isField(name) && !isRecord(value)) {
      // No items at all is a default that nobody asks for.
      const given = value === 0 && !isAsked(name) ? undefined : value;
      if (given != null || !place.has(own)) place.set(own, { value: given, declared });
    } else if (included !== undefined) including.set(included, value === true);
    else if (value == null) continue;
    else if (sorting.test(flatName(name)) && !isField(name)) order[name] = value;
    else if (isDrawnText || (!isAsked(name) && (value === '' || value === 0))) unknown.push(name);
    else filter[name] = value;
  }
  return { page: readPage(place, world.settings.maxPageSize), order, filter, including, unknown };
}

function readPage(
  place: ReadonlyMap<Place, { readonly value: unknown; readonly declared: GraphQLArgument }>,
  maxPageSize: number,
): PageArguments {
  const number = (name: Place): number | undefined => {
    const { value, declared } = place.get(name) ?? {};
    if (typeof value === 'number' && value < 0) throw badInput(`\`${declared?.name}\` must not be negative.`);
    return typeof value === 'number' ? value : undefined;
  };
  const limited = (size: number | undefined): number | undefined => size && Math.min(size, maxPageSize);
  const last = limited(number('last'));
  const first = limited(number('first') ?? (last === undefined ? number('size') : undefined));
  const size = first ?? last;
  const isPaged = (['first', 'last', 'size', 'page'] as const).some((name) => place.has(name));
  const end = place.has('last') && !place.has('first') ? 'last' : 'first';
  const numbered = place.get('page');
  // The first page is 0 where that is the default.
  const firstPage = numbered && defaultOf(numbered.declared) === 0 ? 0 : 1;
  const page = (number('page') ?? firstPage) - firstPage;
  return {
    ...{ first, last, ...(isPaged && size === undefined && { [end]: maxPageSize }) },
    after: place.get('after')?.value,
    before: place.get('before')?.value,
    skip: number('skip') ?? Math.max(page, 0) * (size ?? maxPageSize),
  };
}
