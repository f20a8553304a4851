import type { OperationDocument, TypedOperation, VariablesAndOptions } from '../base/typed-operation.ts';
import type { Disposable } from '../base/web.ts';
import type { CallMeta } from '../call/call-result.ts';
import type { CallOptions } from '../call/options/call-options.ts';
import type { GraphQLFormattedError } from '../errors.ts';
import type { Device } from '../paging/device-queries.ts';
import type { DevicesOptions } from '../paging/devices.ts';
import type { Paginated } from '../paging/paginate.ts';
import type { PaginateOptions } from '../paging/paginate-operation.ts';

/** The result of `execute`: the data, and all that came with the data. */
export interface ExecuteResult<Data> {
  /** The data of the answer; a nullable field that failed is null. */
  readonly data: Data;
  /** The errors beside partial data, scrubbed of the key; absent without errors. */
  readonly errors?: readonly GraphQLFormattedError[];
  /** The extensions of the answer, scrubbed of the key; absent without extensions. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** The facts of the call, such as its status and attempts. */
  readonly meta: CallMeta;
}

/** The selection that `paginate` needs: the name of the member is the message of the type error. */
export interface OperationHasNoPageableConnection {
  /** A member without a value: the name is the message. */
  readonly 'select pageInfo { hasNextPage endCursor } beside nodes, and bind a variable to the argument after': never;
}

/** Refuses, by type, an operation without a pageable connection. */
export type Pageable<Connections> = [keyof Connections] extends [never] ? OperationHasNoPageableConnection : unknown;

/** Whether `Name` is a union of several names; never, where it is none. */
type IsSeveral<Name, All = Name> = Name extends All ? ([All] extends [Name] ? false : true) : never;

/** The arguments of `paginate` after the operation: the option `connection` is required if there are several. */
export type PaginateArguments<Variables, Connections, Path extends string> =
  true extends IsSeveral<keyof Connections>
    ? [variables: NoInfer<Variables>, options: PaginateOptions<Path> & { readonly connection: Path }]
    : VariablesAndOptions<Variables, PaginateOptions<Path>>;

/** A client of one team's control API, made by {@link createControlClient}. Frozen; the key cannot be read from it. */
export interface ControlClient extends Disposable<Promise<void>> {
  /**
   * Sends an operation and resolves to its data.
   * @throws {ControlApiError} for every failure, also for `errors` beside partial data (`error.data` then has the data).
   * @example
   * const data = await control.request(RenameDevice, { id, name });
   */
  request<Result = unknown, Variables = object>(
    operation: string | OperationDocument<Result, Variables>,
    ...rest: VariablesAndOptions<Variables, CallOptions>
  ): Promise<Result>;

  /**
   * Sends an operation and resolves to its data, errors, extensions and facts. Partial data are returned, not thrown.
   * @throws {ControlApiError} for every failure without data.
   */
  execute<Result = unknown, Variables = object>(
    operation: string | OperationDocument<Result, Variables>,
    ...rest: VariablesAndOptions<Variables, CallOptions>
  ): Promise<ExecuteResult<Result>>;

  /**
   * Reads a connection of one of your operations page by page, as nodes or as pages. Null nodes are skipped and counted.
   * The option `from` resumes, also within a page.
   * @throws {ControlApiError} at the call, if the connection is not clear, or JSON cannot hold the variables.
   * @throws {ControlApiError} while iterating, if a request fails, a cursor leads nowhere, or the list may not be whole.
   * @example
   * for await (const device of control.paginate(TeamDevices, { first: 100 })) console.log(device.name);
   */
  paginate<Variables, Connections, Path extends keyof Connections & string = keyof Connections & string>(
    operation: TypedOperation<unknown, Variables, Connections> & Pageable<Connections>,
    ...rest: PaginateArguments<Variables, Connections, Path>
  ): Paginated<Connections[Path]>;

  /**
   * Reads every device of the team. The live schema says whether the list has pages; each answer proves that the list is whole.
   * @throws {ControlApiError} while iterating, if a request fails, the proof fails, a cursor leads nowhere, or the schema changes between pages.
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

  /** Ends idle connections, unless another open client shares them. Idle connections never keep the process alive. `await using` calls it. */
  close(): void;
}
