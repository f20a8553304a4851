/** The requests that a fault strikes. */
export interface FaultScope {
  /** The only operation that the fault strikes: its name, or a generated operation. @defaultValue every operation */
  readonly operation?: string | { readonly operationName: string } | undefined;
  /** The number of the first struck request, from 1, among the requests that the fault could strike. @defaultValue 1 */
  readonly nth?: number | undefined;
  /** The number of struck requests in a row. @defaultValue 1 with `nth`, and for `unavailable-then-fine` and `schema-moved`; else all */
  readonly times?: number | undefined;
  /** The only kind of operation that the fault strikes. @defaultValue both */
  readonly kind?: 'query' | 'mutation' | undefined;
  /** The probability of each strike, from 0 to 1; the same seed strikes the same requests. @defaultValue 1 */
  readonly probability?: number | undefined;
}

/** The details of each fault beyond its scope. */
export interface FaultDetails {
  /** The delay of the answer: milliseconds, 1000 by default. */
  readonly slow: { readonly delayMs?: number | undefined };
  /** Executes the operation, and never answers. */
  readonly stalled: object;
  /** Executes the operation, then resets the connection. */
  readonly reset: object;
  /** Executes the operation, and ends its answer in the middle. */
  readonly truncated: object;
  /** A gateway's error page with `status`: 502 by default, or any from 500 to 599. */
  readonly 'html-502': { readonly status?: number | undefined };
  /** An answer with `status`: 503 by default, or any from 500 to 599. `times` sets the number of such answers. */
  readonly 'unavailable-then-fine': { readonly status?: number | undefined };
  /** 429 (default), or 200 with GraphQL errors; `retryAfter` is the header `Retry-After` in seconds, 1 by default. */
  readonly 'rate-limited': { readonly status?: 429 | 200 | undefined; readonly retryAfter?: number | undefined };
  /** 401 (default), 403, or 200 with GraphQL errors; `key` is the revoked one of the emulator's two keys, both by default. */
  readonly 'revoked-key': { readonly status?: 401 | 403 | 200 | undefined; readonly key?: 1 | 2 | undefined };
  /** The `extensions.code` and the message of the error. */
  readonly 'graphql-error': { readonly code?: string | undefined; readonly message?: string | undefined };
  /** Executes the operation, and answers `data: null` with an error. */
  readonly 'null-data': object;
  /** The field that is null, as `Type.field`; by default the first nullable field of scalar or enum type. */
  readonly 'partial-data': { readonly field?: string | undefined };
  /**
   * A page of more than `max` nodes (50 by default) is refused: by an error of the list with `data` (`error`), by `data: null` (`null-data`),
   * by a limit of complexity without `data` (`complexity`), or by status 502 (`status`).
   */
  readonly 'page-too-large': {
    readonly max?: number | undefined;
    readonly form?: 'error' | 'null-data' | 'complexity' | 'status' | undefined;
  };
  /** Every page says that there is another one, with the same cursor. */
  readonly 'stuck-cursor': object;
  /** Introspection is refused; everything else is answered. */
  readonly 'introspection-off': object;
  /** The schema that is served from the struck request on: SDL, an introspection result as JSON, or the path of a file with either. */
  readonly 'schema-moved': { readonly schema: string };
}

/** The names of the faults. */
export type FaultName = keyof FaultDetails;

/** A fault of the emulator, and the requests that it strikes. */
export type Fault = { [Name in FaultName]: FaultScope & { readonly fault: Name } & FaultDetails[Name] }[FaultName];

/** Splits a fault as a command line gives it, such as `rate-limited,operation=ListDevices,nth=2`. It is checked where it is set. */
export function parseFault(text: string): object {
  const [fault, ...parts] = text.split(',');
  const options = parts.map((part): [string, unknown] => {
    const [name = '', ...value] = part.split('=');
    const joined = value.join('=');
    return [name, /^\d+(?:\.\d+)?$/.test(joined) ? Number(joined) : joined];
  });
  return { ...Object.fromEntries(options), fault };
}
