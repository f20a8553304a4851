import { type GraphQLArgument, getNamedType, isEnumType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import { defaultOf } from '../../../graphql/values.ts';
import { flatName } from '../model/names.ts';
import type { ObjectField } from '../model/shapes.ts';
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
  /** The states of arguments such as `includeRevoked`, with their values. */
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

const sorting = /^(?:(?:order|sort)(?:by)?(?:s|key|direction|order)?|direction|reverse)$/;

function placeOf(name: string): Place | undefined {
  return (Object.keys(places) as Place[]).find((place) => places[place].test(flatName(name)));
}

export function isPagingArgument(name: string): boolean {
  return placeOf(name) !== undefined;
}

/** Sorts the arguments of a list into page, order and filter. A list that takes no page size is served whole. */
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
  for (const declared of definition.args) {
    const { name } = declared;
    const value = args[name];
    const own = placeOf(name);
    const meant = model.meanings(target, name);
    const named = getNamedType(declared.type);
    const [verb = '', ...rest] = wordsOf(name);
    const included =
      named.name === 'Boolean' && /^(?:include|with|show)$/.test(verb) ? stateNamed(world, target, rest) : undefined;
    // The text of a field is drawn, so it never equals a value of an enum.
    const isDrawnText = isEnumType(named) && meant.some(({ leaf }) => leaf?.name === 'String');
    if (own && meant.length === 0 && !isRecord(value)) {
      // A default of 0 would empty every list.
      const given = value === 0 && !isAsked(name) ? undefined : value;
      if (given != null || !place.has(own)) place.set(own, { value: given, declared });
    } else if (included !== undefined) including.set(included, value === true);
    else if (value == null) continue;
    else if (sorting.test(flatName(name)) && meant.length === 0) order[name] = value;
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
  const firstPage = numbered && defaultOf(numbered.declared) === 0 ? 0 : 1;
  const page = (number('page') ?? firstPage) - firstPage;
  return {
    ...{ first, last, ...(isPaged && size === undefined && { [end]: maxPageSize }) },
    after: place.get('after')?.value,
    before: place.get('before')?.value,
    skip: number('skip') ?? Math.max(page, 0) * (size ?? maxPageSize),
  };
}
