import { entryOf } from '../base/is-record.ts';
import type { TypedOperation } from '../base/typed-operation.ts';
import { CountedAtOnce, isName, ListDevicesAtOnce, PagedListing } from './device-queries.ts';
import {
  type AskType,
  askConnectionFields,
  askField,
  fieldIn,
  type ListShape,
  namedType,
  nullableType,
  type ShownArgument,
} from './proof/list-shape.ts';
import { uncertainIn } from './proof/uncertain-arguments.ts';

export interface DevicesPlan extends ListShape {
  readonly connection: string;
  readonly operation: TypedOperation<unknown, never>;
}

export type TypeNames = Pick<DevicesPlan, 'parent' | 'connection'>;

export type Refuse = (why: string) => Error;

const NO_PAGE_INFO = 'its pageInfo lacks hasNextPage or endCursor';

/** Plans the read of all devices. The live schema may have any shape: each method throws the error of `refuse`. */
export class DevicesSchema {
  readonly #ask: AskType;
  readonly #refuse: Refuse;

  constructor(ask: AskType, refuse: Refuse) {
    this.#ask = ask;
    this.#refuse = refuse;
  }

  /** Plans from the name of the root type, or from the types that an answer named. */
  async plan(from: string | TypeNames): Promise<DevicesPlan> {
    const isRoot = typeof from === 'string';
    const root = isRoot ? await askField(this.#ask, from, 'team') : undefined;
    if (root) this.#refuseOpen('team', root.args, { args: root.args, fields: [], isPaged: true });
    const parent = isRoot ? root && this.nameIn(nullableType(root.type)) : from.parent;
    const devices = parent === undefined ? undefined : await askField(this.#ask, parent, 'devices');
    if (parent === undefined || !devices) throw this.#refuse('the live schema has no field team.devices');

    const { args } = devices;
    const connection = isRoot ? this.nameIn(nullableType(devices.type)) : from.connection;
    const fields = (await askConnectionFields(this.#ask, connection)) ?? [];
    const after = args.find(({ name }) => name === 'after');
    const others = args.filter(({ name }) => name !== 'first');
    const isPaged = after !== undefined && others.length < args.length;
    this.#refuseOpen('team.devices', others, { args, fields, isPaged });
    if (entryOf(nullableType(fieldIn({ fields }, 'nodes')?.type), 'kind') !== 'LIST')
      throw this.#refuse('it has no list of nodes');
    if (isPaged && !fieldIn({ fields }, 'pageInfo')) throw this.#refuse(NO_PAGE_INFO);

    const total = fieldIn({ fields }, 'totalCount');
    const isCounted = entryOf(namedType(total?.type), 'name') === 'Int' && !total?.args.some(isRequired);
    const operation = isPaged
      ? new PagedListing(this.nameIn(nullableType(after.type)), isCounted)
      : isCounted
        ? CountedAtOnce
        : ListDevicesAtOnce;
    return { parent, name: 'devices', connection, args, fields, isPaged, operation };
  }

  async checkPageInfo({ fields }: DevicesPlan): Promise<void> {
    const type = this.nameIn(namedType(fieldIn({ fields }, 'pageInfo')?.type));
    const pageInfo = await this.#ask(type, false);
    if (!fieldIn(pageInfo, 'hasNextPage') || !fieldIn(pageInfo, 'endCursor')) throw this.#refuse(NO_PAGE_INFO);
  }

  nameIn(holder: unknown, key = 'name'): string {
    const name = entryOf(holder, key);
    if (!isName(name)) throw this.#refuse('the introspection answer has an unexpected shape');
    return name;
  }

  /** `unasked`: the arguments that no request gives. */
  #refuseOpen(of: string, unasked: readonly ShownArgument[], seen: Parameters<typeof uncertainIn>[0]): void {
    const required = unasked.find(isRequired);
    if (required)
      throw this.#refuse(`the argument ${shown(required.name)} of ${of} is required, and no value is documented`);
    const open = uncertainIn(seen);
    if (open === undefined) return;
    throw this.#refuse(
      seen.isPaged
        ? `the default of ${shown(open)} may leave devices out`
        : `${shown(open)} may cut it off, and it has not both first and after`,
    );
  }
}

function shown(name: string): string {
  return `\`${isName(name) && name.length <= 80 ? name : '?'}\``;
}

function isRequired({ type, defaultValue }: ShownArgument): boolean {
  return entryOf(type, 'kind') === 'NON_NULL' && typeof defaultValue !== 'string';
}
