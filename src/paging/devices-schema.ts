import { entryOf } from '../base/entry-of.ts';
import { isName, PagedListing } from './device-queries.ts';
import { mayCut } from './schema/may-cut.ts';
import {
  type AskType,
  isSeenAgain,
  type SeenListing,
  seeConnection,
  seeField,
  uncertainIn,
} from './schema/see-listing.ts';
import { fieldIn, type ShownArgument, typeInside, withoutBang } from './schema/shown-field.ts';

/** Names of types, as the schema gives them. */
export interface TypeNames {
  readonly team: string;
  readonly connection: string;
}

/** How the live schema lets every device be read. */
export interface DevicesPlan {
  /** The listing by pages; undefined where the list is read at once. */
  readonly listing: PagedListing | undefined;
  /** Whether the connection says how many devices there are. */
  readonly isCounted: boolean;
  readonly types: TypeNames;
  /** All that was seen of the list: a read at once is whole where the same is seen after it. */
  readonly seen: SeenListing;
}

/** Makes the error that says why completeness is not proven. `name` is the server's, and stands where the text has `%s`. */
export type Refuse = (why: string, name?: string) => Error;

const ODD = 'the introspection answer has an unexpected shape';
const NO_PAGE_INFO = 'its pageInfo lacks hasNextPage or endCursor';

/** The service's words about its schema. They may have any shape: each method throws what `refuse` makes. */
export class DevicesSchema {
  readonly #ask: AskType;
  readonly #refuse: Refuse;

  constructor(ask: AskType, refuse: Refuse) {
    this.#ask = ask;
    this.#refuse = refuse;
  }

  /** Plans the reading from the name of the root type on, or from the types that an answer named. */
  async plan(from: string | TypeNames): Promise<DevicesPlan> {
    const isRoot = typeof from === 'string';
    const root = isRoot ? await seeField(this.#ask, from, 'team') : undefined;
    if (root) {
      this.#refuseRequired('team', root.args);
      this.#refuseDefaults(root.args);
    }
    const team = isRoot ? root && this.#name(withoutBang(root.type), 'name') : from.team;
    const devices = team === undefined ? undefined : await seeField(this.#ask, team, 'devices');
    if (team === undefined || !devices) throw this.#refuse('the live schema has no field team.devices');
    const { args, type } = devices;
    const connection = isRoot ? this.#name(withoutBang(type), 'name') : from.connection;
    const [first, after] = ['first', 'after'].map((name) => args.find((arg) => arg.name === name));
    const isPaged = first !== undefined && after !== undefined;
    const others = args.filter((arg) => arg !== first);
    this.#refuseRequired('team.devices', others);
    if (isPaged) this.#refuseDefaults(args);

    const fields = await seeConnection(this.#ask, connection);
    if (!fields) throw this.#refuse(ODD);
    const nodes = withoutBang(fieldIn({ fields }, 'nodes')?.type);
    if (entryOf(nodes, 'kind') !== 'LIST') throw this.#refuse('it has no list of nodes');
    const open = isPaged ? undefined : uncertainIn({ args, fields });
    if (open !== undefined) throw this.#refuse('`%s` may cut it off, and it has not both first and after', open);
    if (isPaged && !fieldIn({ fields }, 'pageInfo')) throw this.#refuse(NO_PAGE_INFO);

    const total = fieldIn({ fields }, 'totalCount');
    const isCounted = entryOf(typeInside(total?.type), 'name') === 'Int' && !total?.args.some(isRequired);
    return {
      listing: isPaged ? new PagedListing(this.#name(withoutBang(after.type), 'name'), isCounted) : undefined,
      isCounted,
      types: { team, connection },
      seen: { parent: team, name: 'devices', connection, args, fields },
    };
  }

  /** Looks why pages were refused. */
  async checkPageInfo({ seen }: DevicesPlan): Promise<void> {
    const type = this.#name(typeInside(fieldIn(seen, 'pageInfo')?.type), 'name');
    const pageInfo = await this.#ask(type, false);
    if (!fieldIn(pageInfo, 'hasNextPage') || !fieldIn(pageInfo, 'endCursor')) throw this.#refuse(NO_PAGE_INFO);
  }

  /**
   * Reads the answer to `ListDevicesAtOnce`. It holds the list and the arguments of the listing: both come out of one schema.
   * The types beside are asked for again. Concrete types prove it: an interface that they implement has no field or argument more.
   *
   * @returns the list, proven whole; or the types that it has, where these or what they show is not as planned
   */
  async readAtOnce(answer: unknown, { types, seen }: DevicesPlan): Promise<readonly unknown[] | TypeNames> {
    const list = entryOf(answer, 'team', 'devices', 'nodes');
    if (!Array.isArray(list)) throw this.#refuse('the service answered null for it');
    const team = this.#name(answer, 'team', '__typename');
    const connection = this.#name(answer, 'team', 'devices', '__typename');
    const isPlanned = team === types.team && connection === types.connection;
    return isPlanned && (await isSeenAgain(this.#ask, answer, seen)) ? list : { team, connection };
  }

  /** The name of a type. It goes into documents and variables, so it has to be a name. */
  #name(holder: unknown, ...keys: readonly string[]): string {
    const name = entryOf(holder, ...keys);
    if (!isName(name)) throw this.#refuse(ODD);
    return name;
  }

  #refuseRequired(of: string, args: readonly ShownArgument[]): void {
    const required = args.find(isRequired);
    if (required)
      throw this.#refuse(`the argument \`%s\` of ${of} is required, and no value is documented`, required.name);
  }

  #refuseDefaults(args: readonly ShownArgument[]): void {
    const [open] = mayCut(args, true);
    if (open !== undefined) throw this.#refuse('the default of `%s` may leave devices out', open);
  }
}

function isRequired({ type, defaultValue }: ShownArgument): boolean {
  return entryOf(type, 'kind') === 'NON_NULL' && typeof defaultValue !== 'string';
}
