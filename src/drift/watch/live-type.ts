import { list, member } from '../../graphql/introspection/json.ts';
import { newerParts, typesQuestion } from '../../graphql/introspection/question.ts';
import { inputPlaces } from '../../graphql/introspection/unseen.ts';

/** An argument, an input field or a field of the live schema. */
export interface LiveMember {
  readonly name: string;
  /** As GraphQL writes it, with `?` for what the server did not show. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly args: ReadonlyMap<string, LiveMember>;
}

/** A type of the live schema. */
export interface LiveType {
  /** Whether deprecated arguments and input fields were listed, too. */
  readonly isWhole: boolean;
  readonly fields: ReadonlyMap<string, LiveMember>;
  readonly inputFields: ReadonlyMap<string, LiveMember>;
  readonly values: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
}

/** The types of a live schema by their names; null for one that it does not have. */
export type LiveTypes = ReadonlyMap<string, LiveType | null>;

/**
 * A question for types by their names.
 *
 * @param isWhole - Whether it asks for all; otherwise for what the strictest known server shows: no more than five levels deep, and
 * without deprecated arguments and input fields, which not every server can list.
 */
export function questionFor(names: readonly string[], isWhole: boolean): string {
  const asks = (coordinate: string): boolean =>
    !/description$|^__Type\.interfaces$/.test(coordinate) &&
    (!newerParts.has(coordinate) || (isWhole && inputPlaces.has(coordinate)));
  const extent = { asks, levels: isWhole ? 7 : 3 };
  return typesQuestion(
    names.map((name) => [name, extent]),
    'query ExplainDrift',
  );
}

/** The types in an answer to {@link questionFor}. */
export function readLiveTypes(names: readonly string[], data: unknown, isWhole: boolean): LiveTypes {
  const types = new Map<string, LiveType | null>();
  names.forEach((name, at) => {
    const type: unknown = Object(data)[`t${at}`];
    if (type === null) types.set(name, null);
    if (typeof type !== 'object' || type === null) return;
    types.set(nameIn(type), {
      isWhole,
      fields: membersIn(member(type, 'fields')),
      inputFields: membersIn(member(type, 'inputFields')),
      values: new Set(list(member(type, 'enumValues')).map(nameIn)),
      members: new Set(list(member(type, 'possibleTypes')).map(nameIn)),
    });
  });
  return types;
}

function membersIn(members: unknown): ReadonlyMap<string, LiveMember> {
  return new Map(
    list(members).map((it) => {
      const type = refText(member(it, 'type'));
      const isRequired = type.endsWith('!') && member(it, 'defaultValue') === undefined;
      return [nameIn(it), { name: nameIn(it), type, isRequired, args: membersIn(member(it, 'args')) }];
    }),
  );
}

/** A name of GraphQL, and nothing else that a server may put in its place. */
function nameIn(value: unknown): string {
  const name = member(value, 'name');
  return typeof name === 'string' && /^\w{1,100}$/.test(name) ? name : '?';
}

function refText(reference: unknown): string {
  const kind = member(reference, 'kind');
  if (kind === 'NON_NULL') return `${refText(member(reference, 'ofType'))}!`;
  if (kind === 'LIST') return `[${refText(member(reference, 'ofType'))}]`;
  return nameIn(reference);
}
