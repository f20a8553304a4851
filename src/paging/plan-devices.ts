import { entryOf } from '../base/entry-of.ts';
import { isName, PagedListing } from './device-queries.ts';
import { mayCut, typeInside } from './schema/may-cut.ts';
import {
  type AskType,
  besideList,
  fieldIn,
  type ShownField,
  seeAgain,
  seeConnection,
  seeField,
} from './schema/see-listing.ts';

/** Names of types, as the schema gives them. */
export interface TypeNames {
  readonly team: string;
  readonly connection: string;
}

/** How the live schema lets every device be read: by pages, where there is a listing for that; else at once. */
export interface DevicesPlan {
  readonly listing: PagedListing | undefined;
  /** Whether the connection says how many devices there are. */
  readonly isCounted: boolean;
  /** Types whose fields prove that a read at once is whole. */
  readonly types: TypeNames;
  /** The fields of the connection, as the schema shows them. */
  readonly fields: readonly unknown[];
  /** All that was seen of it before a read at once, which is whole where the same is seen after it. */
  readonly seen?: string;
}

/** Makes the error that says why completeness is not proven. `name` is the server's, and stands where the text has `%s`. */
export type Refuse = (why: string, name?: string) => Error;

const ODD = 'the introspection answer has an unexpected shape';

/** Reads what the service says of its schema; everything in it is the server's, and may have any shape. */
export interface SchemaReader {
  /** Plans the reading from the name of the root type on, or from the types that an answer named. */
  plan(from: string | TypeNames): Promise<DevicesPlan>;
  /** Looks why a read was refused. @throws what `refuse` makes where the connection can't be read as planned. */
  checkConnection(plan: DevicesPlan): Promise<void>;
  /**
   * Reads the answer to `ListDevicesAtOnce`. It holds the list and the arguments of the listing: both come out of one schema.
   * The types beside are asked for again. Concrete types prove it: an interface that they implement has no field or argument more.
   *
   * @returns the list, proven whole; or the types that it has, where these or what they show is not as planned
   */
  readAtOnce(answer: unknown, plan: DevicesPlan): Promise<readonly unknown[] | TypeNames>;
}

/** A reader that throws what `refuse` makes where an answer leaves open whether the list would be whole. */
export function schemaReader(ask: AskType, refuse: Refuse): SchemaReader {
  /** The name of a type. It goes into documents and variables, so it has to be a name. */
  const nameOf = (holder: unknown, ...keys: readonly string[]): string => {
    const name = entryOf(holder, ...keys);
    if (!isName(name)) throw refuse(ODD);
    return name;
  };

  const refuseRequired = (of: string, args: ShownField['args']) => {
    const required = args.find(isRequired);
    if (required) throw refuse(`the argument \`%s\` of ${of} is required, and no value is documented`, required.name);
  };
  const refuseDefaults = (args: ShownField['args']) => {
    const [open] = mayCut(args, true);
    if (open !== undefined) throw refuse('the default of `%s` may leave devices out', open);
  };

  return {
    async plan(from) {
      const team = typeof from === 'string' ? await seeField(ask, from, 'team') : undefined;
      if (team) {
        refuseRequired('team', team.args);
        refuseDefaults(team.args);
      }
      const teamType = typeof from !== 'string' ? from.team : team && nameOf(typeWithoutBang(team.type), 'name');
      const devices = teamType === undefined ? undefined : await seeField(ask, teamType, 'devices');
      if (teamType === undefined || !devices) throw refuse('the live schema has no field team.devices');
      const connection = typeof from === 'string' ? nameOf(typeWithoutBang(devices.type), 'name') : from.connection;
      const types = { team: teamType, connection };
      const first = devices.args.find(({ name }) => name === 'first');
      const after = devices.args.find(({ name }) => name === 'after');
      const isPaged = first !== undefined && after !== undefined;
      refuseRequired(
        'team.devices',
        devices.args.filter((arg) => arg !== first),
      );
      if (isPaged) refuseDefaults(devices.args);
      const fields = await seeConnection(ask, connection);
      if (!fields) throw refuse(ODD);
      const total = fieldIn({ fields }, 'totalCount');
      const isCounted = entryOf(typeInside(total?.type), 'name') === 'Int' && !total?.args.some(isRequired);
      if (isPaged) {
        const cursor = nameOf(typeWithoutBang(after.type), 'name');
        return { listing: new PagedListing(cursor, isCounted), isCounted, types, fields };
      }
      const { uncertain, text } = besideList(devices.args, fields);
      if (uncertain) throw refuse('`%s` may cut it off, and it has not both first and after', uncertain);
      return { listing: undefined, isCounted, types, fields, seen: text };
    },

    async checkConnection({ listing, fields }) {
      const nodes = fieldIn({ fields }, 'nodes');
      if (entryOf(typeWithoutBang(nodes?.type), 'kind') !== 'LIST') throw refuse('it has no list of nodes');
      if (!listing) return;
      const pageInfo = fieldIn({ fields }, 'pageInfo');
      const info = pageInfo && (await ask(nameOf(typeInside(pageInfo.type), 'name'), false));
      if (!fieldIn(info, 'hasNextPage') || !fieldIn(info, 'endCursor')) {
        throw refuse('its pageInfo lacks hasNextPage or endCursor');
      }
    },

    async readAtOnce(answer, { types, seen }) {
      const list = entryOf(answer, 'team', 'devices', 'nodes');
      if (!Array.isArray(list)) throw refuse('the service answered null for it');
      const actual = {
        team: nameOf(answer, 'team', '__typename'),
        connection: nameOf(answer, 'team', 'devices', '__typename'),
      };
      if (actual.team !== types.team || actual.connection !== types.connection) return actual;
      const now = await seeAgain(ask, answer, types.team, 'devices', types.connection);
      return now === seen ? list : actual;
    },
  };
}

function isRequired({ type, defaultValue }: ShownField['args'][number]): boolean {
  return entryOf(type, 'kind') === 'NON_NULL' && typeof defaultValue !== 'string';
}

function typeWithoutBang(type: unknown): unknown {
  return entryOf(type, 'kind') === 'NON_NULL' ? entryOf(type, 'ofType') : type;
}
