// Types of the reader's own set-up, each with a stand-in: a declaration must not name a type that the set-up lacks.

type Global<Name extends string, StandIn> = typeof globalThis extends { readonly [_ in Name]: infer Type }
  ? Type
  : StandIn;
type Instance<Name extends string, StandIn> =
  Global<Name, unknown> extends { readonly prototype: infer Type } ? Type : StandIn;

/** The options of the platform's `fetch`. */
type PlatformInit = PlatformFetch extends (url: never, init?: infer Init) => unknown ? NonNullable<Init> : never;

/** The platform's `AbortSignal`, by its `fetch`: Cloudflare's types declare a class, which is no property of `globalThis`. */
export type Signal = PlatformInit extends { signal?: infer Type }
  ? unknown extends Type
    ? Instance<'AbortSignal', { readonly aborted: boolean }>
    : NonNullable<Type>
  : never;

/** The platform's `URL`. */
export type WebUrl = Instance<'URL', { readonly href: string }>;

/** The options of a request that the client passes to `fetch`. */
export interface FetchInit {
  /** The method, always POST. */
  readonly method: string;
  /** The headers by name, with the key. */
  readonly headers: Record<string, string>;
  /** The JSON body. */
  readonly body: string;
  /** The redirect mode: a redirect is an error, never followed. */
  readonly redirect: 'manual';
  /** The signal that aborts the request. */
  readonly signal: Signal;
}

/** The part of a `Response` that the client reads. */
export interface FetchResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, by lower-case name. */
  readonly headers: { get(name: string): string | null };
  /** The body: an unread stream of bytes, or null. */
  readonly body: unknown;
}

/** A function like the platform's `fetch`, such as the `fetch` of any version of undici. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The platform's `fetch`. */
export type PlatformFetch = Global<'fetch', (url: string, init: object) => Promise<FetchResponse>>;

/** The platform's `Request`. */
export type WebRequest = Instance<'Request', { readonly url: string }>;

/** The type that `await using` asks for, where the set-up knows of it. */
export type Disposable<Result> = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { [_ in Key]: () => Result }
  : object;
