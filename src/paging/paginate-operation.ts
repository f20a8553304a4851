import { entryOf, isRecord } from '../base/is-record.ts';
import type { ConnectionInfo, TypedOperation } from '../base/typed-operation.ts';
import { textOf } from '../call/document/read-operation.ts';
import { withLargeIntegers, writeVariables } from '../call/exchange/lossless-json.ts';
import { asGiven, type OptionReaders, ownOptions } from '../call/options/read-options.ts';
import { type ControlApiError, misconfigured } from '../errors.ts';
import { DEVICES_OPTIONS, type DevicesOptions } from './devices.ts';
import { PageSize } from './page-size.ts';
import { isCursor, type Paginated, paginated } from './paginate.ts';
import { readPage } from './read-page.ts';
import { isWithout, type Send } from './reading.ts';

/** The options of `paginate`; limits and retries count for each request. */
export interface PaginateOptions<Path extends string = string> extends Omit<DevicesOptions, 'pageSize'> {
  /** The connection to read, by its dotted path. @defaultValue the only connection of the operation */
  readonly connection?: Path | undefined;
}

const { pageSize: _, ...ofLists } = DEVICES_OPTIONS;
const PAGINATE_OPTIONS: OptionReaders<PaginateOptions> = { ...ofLists, connection: asGiven };

type PageableOperation = TypedOperation<unknown, never, Record<string, unknown>>;

export function createPaginate(
  send: Send,
): (operation: PageableOperation, variables?: object, options?: PaginateOptions) => Paginated<unknown> {
  return (operation, firstVariables = {}, paginateOptions = {}) => {
    const options = ownOptions(paginateOptions, PAGINATE_OPTIONS);
    const { connection, from: position = { cursor: null }, prefetch, ...call } = options;
    const info = chooseConnection(operation, connection);
    const written = writeVariables(firstVariables ?? {});
    const variables = withLargeIntegers(JSON.parse(written), written, 'bigint') as Readonly<Record<string, unknown>>;
    const asked = variables[info.cursorVariable];
    const from = position.cursor === null && isCursor(asked) ? { ...position, cursor: asked } : position;
    const { sizeVariable = [] } = info;
    const wanted = Number(entryOf(variables, ...sizeVariable));
    return paginated({ send, operation, from, prefetch, call }, (reading, most = wanted) => {
      const size = wanted >= 1 ? new PageSize(Math.min(wanted, most)) : undefined;
      return async (cursor) => {
        const page = { ...variables, ...(cursor !== undefined && { [info.cursorVariable]: cursor }) };
        const variablesOf = (first: number) => withEntry(page, sizeVariable, first);
        const isRefused = (error: ControlApiError) => isWithout(info.path, error);
        const data = await (size
          ? reading.sendPage({ operation, size, variablesOf, isRefused })
          : reading.send(operation, page));
        // A null parent of the first page is the caller's own choice; of a later page, it is an error.
        return readPage(data, info, reading.about, cursor === (from.cursor ?? undefined));
      };
    });
  };
}

function withEntry(object: unknown, [name, ...rest]: readonly string[], value: number): object {
  const own = isRecord(object) ? object : {};
  return name === undefined ? own : { ...own, [name]: rest.length > 0 ? withEntry(own[name], rest, value) : value };
}

function chooseConnection(operation: PageableOperation | undefined, path: string | undefined): ConnectionInfo {
  const { connections = {}, operationName } = operation ?? {};
  const paths = Object.keys(connections);
  const chosen = path ?? (paths.length === 1 ? paths[0] : undefined);
  const info = chosen !== undefined && Object.hasOwn(connections, chosen) ? connections[chosen] : undefined;
  if (info) return info;
  textOf(operation);
  if (operation?.connections === undefined)
    throw misconfigured(
      'The operation does not say its connections. Generate it with `controlApiCodegen`, or ask for each page with `request`.',
    );
  throw misconfigured(
    paths.length === 0
      ? `${operationName ?? 'The operation'} has no pageable connection. Select pageInfo { hasNextPage endCursor } beside its nodes, and bind a variable to the argument after.`
      : `${operationName} has several connections. Name one with the \`connection\` option: ${paths.join(', ')}.`,
  );
}
