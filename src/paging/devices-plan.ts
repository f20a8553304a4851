import { isRecord } from '../base/is-record.ts';
import { isName, PagedListing } from './paged-listing.ts';
import { entryOf } from './read-page.ts';

/** Names of types, as the schema gives them. */
export interface TypeNames {
  readonly team: string;
  readonly connection: string;
}

/** How the live schema lets every device be read: by pages, where there is a listing for that; else at once. */
export interface DevicesPlan {
  readonly listing: PagedListing | undefined;
  /** Types whose fields prove that a read at once is whole. */
  readonly types: TypeNames;
}

/** Makes the error that says why completeness is not proven. `name` is the server's, and stands where the text has `%s`. */
export type Refuse = (why: string, name?: string) => Error;

/** An argument, as far as it was asked for. */
interface Argument {
  readonly name: string;
  readonly required: boolean;
  readonly type: unknown;
}

/** Names that arguments of paging commonly have: one of them without `first`, `after`, `pageInfo` may cut a list off. */
const PAGING_ARGUMENT =
  /^(?:first|after|last|before|cursor|limit|offset|skip|take|top|size|count|max_?results?|per_?page|(?:page|next)_?(?:size|number|token|cursor|index)?|(?:start|end)_?cursor)$/i;

const ODD = 'the introspection answer has an unexpected shape';

/** Reads what the service says of its schema; everything in it is the server's, and may have any shape. */
export interface SchemaReader {
  /** Reads the answer to `LearnTeam`. Whether the connection has what the plan takes, its answers show. */
  planOf(answer: unknown): DevicesPlan;
  /** Reads the answer to `LearnConnection`. @throws what `refuse` makes where the connection can't be read as planned. */
  checkConnection(answer: unknown, plan: DevicesPlan): void;
  /**
   * Reads the answer to `ListDevicesAtOnce`, which holds the list and its proof: both come out of one schema, whatever the
   * schema was before. Concrete types prove it: an interface that they implement has no field or argument more.
   *
   * @returns the list, proven whole; or by which plan to ask again
   */
  readAtOnce(answer: unknown, types: TypeNames): readonly unknown[] | DevicesPlan;
}

/** A reader that throws what `refuse` makes where an answer leaves open whether the list would be whole. */
export function schemaReader(refuse: Refuse): SchemaReader {
  const allNamed = (list: unknown): readonly Named[] => {
    const all: readonly unknown[] = Array.isArray(list) ? list : [undefined];
    if (!all.every(isNamed)) throw refuse(ODD);
    return all;
  };
  const named = (list: unknown, name: string) => allNamed(list).find((it) => it.name === name);

  const argsOf = (field: unknown) =>
    allNamed(entryOf(field, 'args')).map((arg): Argument => {
      const type = entryOf(arg, 'type');
      const kind = entryOf(type, 'kind');
      if (typeof kind !== 'string') throw refuse(ODD);
      return {
        name: arg.name,
        required: kind === 'NON_NULL' && typeof entryOf(arg, 'defaultValue') !== 'string',
        type,
      };
    });

  /** The name of a type. It goes into documents and variables, so it has to be a name. */
  const nameOf = (holder: unknown, ...keys: readonly string[]): string => {
    const name = entryOf(holder, ...keys);
    if (!isName(name)) throw refuse(ODD);
    return name;
  };

  const refuseRequired = (of: string, args: readonly Argument[]) => {
    const required = args.find((arg) => arg.required);
    if (required) throw refuse(`the argument \`%s\` of ${of} is required, and no value is documented`, required.name);
  };

  const planBy = (args: readonly Argument[], types: TypeNames): DevicesPlan => {
    const first = args.find(({ name }) => name === 'first');
    const after = args.find(({ name }) => name === 'after');
    refuseRequired(
      'team.devices',
      args.filter((arg) => arg !== first),
    );
    if (first && after) return { listing: new PagedListing(nameOf(nullable(after.type), 'name')), types };
    const paging = args.find(({ name }) => PAGING_ARGUMENT.test(name));
    if (paging) throw refuse('it takes `%s`, but not both first and after', paging.name);
    return { listing: undefined, types };
  };

  return {
    planOf(answer) {
      const team = named(entryOf(answer, '__schema', 'queryType', 'fields'), 'team');
      const type = nullable(entryOf(team, 'type'));
      const devices = team && named(fieldsOf(type), 'devices');
      if (!devices) throw refuse('the live schema has no field team.devices');
      refuseRequired('team', argsOf(team));
      const connection = nullable(entryOf(devices, 'type'));
      return planBy(argsOf(devices), { team: nameOf(type, 'name'), connection: nameOf(connection, 'name') });
    },

    checkConnection(answer, { listing }) {
      const fields = fieldsOf(entryOf(answer, '__type'));
      const typeOf = (name: string) => nullable(entryOf(named(fields, name), 'type'));
      if (entryOf(typeOf('nodes'), 'kind') !== 'LIST') throw refuse('it has no list of nodes');
      const pageInfo = typeOf('pageInfo');
      const has = (name: string) => pageInfo !== undefined && named(fieldsOf(pageInfo), name) !== undefined;
      if (listing && !(has('hasNextPage') && has('endCursor'))) {
        throw refuse('its pageInfo lacks hasNextPage or endCursor');
      }
    },

    readAtOnce(answer, types) {
      const list = entryOf(answer, 'team', 'devices', 'nodes');
      if (!Array.isArray(list)) throw refuse('the service answered null for it');
      const actual = {
        team: nameOf(answer, 'team', '__typename'),
        connection: nameOf(answer, 'team', 'devices', '__typename'),
      };
      if (actual.team !== types.team || actual.connection !== types.connection) {
        return { listing: undefined, types: actual };
      }
      const field = named(fieldsOf(entryOf(answer, 'teamType')), 'devices');
      const plan = planBy(argsOf(field), types);
      if (plan.listing) return plan;
      if (named(fieldsOf(entryOf(answer, 'connectionType')), 'pageInfo')) {
        throw refuse('it has pageInfo, but not both first and after');
      }
      return list;
    },
  };
}

type Named = Record<string, unknown> & { readonly name: string };

function isNamed(value: unknown): value is Named {
  return isRecord(value) && typeof value['name'] === 'string';
}

/** The fields of a type; a scalar's, by its null, are none. */
function fieldsOf(type: unknown): unknown {
  const fields = entryOf(type, 'fields');
  return fields === null ? [] : fields;
}

/** A type without its `!`. */
function nullable(type: unknown): unknown {
  return entryOf(type, 'kind') === 'NON_NULL' ? entryOf(type, 'ofType') : type;
}
