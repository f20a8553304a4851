import type { OperationDocument, TypedOperation, VariablesAndOptions } from '../base/typed-operation.ts';
import type { Disposable } from '../base/web.ts';
import type { CallMeta } from '../call/call-result.ts';
import type { CallOptions } from '../call/options/call-options.ts';
import type { GraphQLFormattedError } from '../errors.ts';
import type { Device } from '../paging/device-queries.ts';
import type { DevicesOptions } from '../paging/devices.ts';
import type { Paginated } from '../paging/paginate.ts';
import type { PaginateOptions } from '../paging/paginate-operation.ts';

/** The result of `execute`: the data, and all that came with it. */
export interface ExecuteResult<Data> {
  /** The answer's data; a nullable field that failed is null in them. */
  readonly data: Data;
  /** Errors that came beside partial data, scrubbed of the key; absent where there were none. */
  readonly errors?: readonly GraphQLFormattedError[];
  /** The answer's extensions, scrubbed of the key; absent where there were none. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** How the call went. */
  readonly meta: CallMeta;
}

/** The selection that `paginate` needs: names are the messages of the type error. */
export interface OperationHasNoPageableConnection {
  /** Never there: the name is the message. */
  readonly 'select pageInfo { hasNextPage endCursor } beside nodes, and bind a variable to the argument after': never;
}

/** Refuses, by type, an operation without a pageable connection. */
export type Pageable<Connections> = [keyof Connections] extends [never] ? OperationHasNoPageableConnection : unknown;

/** Whether `Name` is a union of several names; never, where it is none. */
type IsSeveral<Name, All = Name> = Name extends All ? ([All] extends [Name] ? false : true) : never;

/** The arguments of `paginate` after the operation: a connection must be chosen exactly where there are several. */
export type PaginateArguments<Variables, Connections, Path extends string> =
  true extends IsSeveral<keyof Connections>
    ? [variables: NoInfer<Variables>, options: PaginateOptions<Path> & { readonly connection: Path }]
    : VariablesAndOptions<Variables, PaginateOptions<Path>>;

/** A client of one team's control API. Frozen; the key can't be read from it. Made by {@link createControlClient}. */
export interface ControlClient extends Disposable<Promise<void>> {
  /**
   * Sends an operation and resolves to its data.
   * @throws {ControlApiError} for every failure, `errors` beside partial data included (`error.data` then holds the data).
   * @example
   * const data = await control.request(RenameDevice, { id, name });
   */
  request<Result = unknown, Variables = object>(
    operation: string | OperationDocument<Result, Variables>,
    ...rest: VariablesAndOptions<Variables, CallOptions>
  ): Promise<Result>;

  /**
   * Sends an operation and resolves to its data with whatever came along: partial data is kept, not thrown.
   * @throws {ControlApiError} where there is no data at all.
   */
  execute<Result = unknown, Variables = object>(
    operation: string | OperationDocument<Result, Variables>,
    ...rest: VariablesAndOptions<Variables, CallOptions>
  ): Promise<ExecuteResult<Result>>;

  /**
   * A connection of one of your operations, page by page, as nodes or as pages. Null nodes are skipped and counted.
   * To resume, within a page even, give the `from` option.
   * @throws {ControlApiError} when it is called, where the connection to page through is not clear, or JSON cannot hold the variables.
   * @throws {ControlApiError} while iterating, where a cursor leads nowhere, or it stays open whether the list is whole.
   * @example
   * for await (const device of control.paginate(TeamDevices, { first: 100 })) console.log(device.name);
   */
  paginate<Variables, Connections, Path extends keyof Connections & string = keyof Connections & string>(
    operation: TypedOperation<unknown, Variables, Connections> & Pageable<Connections>,
    ...rest: PaginateArguments<Variables, Connections, Path>
  ): Paginated<Connections[Path]>;

  /**
   * Every device of the team. The live schema says whether the list is paged; each answer proves that the list is whole.
   * @throws {ControlApiError} while iterating, where that is not proven, a cursor leads nowhere, or the schema changes between two pages.
   * @example
   * for await (const device of control.devices()) console.log(device.id, device.name);
   * @example
   * // Stored after each device, `position` lets a restarted program go on with the next one.
   * for await (const page of control.devices({ from: position }).pages()) {
   *   for (const [index, device] of page.nodes.entries()) {
   *     await handle(device);
   *     await store({ ...page.start, skip: page.start.skip + index + 1 });
   *   }
   * }
   */
  devices(options?: DevicesOptions): Paginated<Device>;

  /** Ends idle connections, unless another open client shares them. They never keep the process alive. `await using` does the same. */
  close(): void;
}
