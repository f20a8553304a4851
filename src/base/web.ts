/*
 * Types that the declarations take from the reader's own set-up: the DOM's types, Node's or a platform's. Without any of them, a name of
 * theirs would be an error in the declarations themselves (`skipLibCheck: false`), so each has a small type that stands in.
 */

type Global<Name extends string, StandIn> = typeof globalThis extends { readonly [_ in Name]: infer Type }
  ? Type
  : StandIn;
type Instance<Name extends string, StandIn> =
  Global<Name, unknown> extends { readonly prototype: infer Type } ? Type : StandIn;

/** The platform's `AbortSignal`. */
export type Signal = Instance<'AbortSignal', { readonly aborted: boolean }>;

/** The platform's `URL`. */
export type WebUrl = Instance<'URL', { readonly href: string }>;

/** The platform's `fetch`. */
export type Fetch = Global<'fetch', (url: string, init: object) => Promise<unknown>>;

/** The platform's `Request`. */
export type WebRequest = Instance<'Request', { readonly url: string }>;

/** The type that `await using` asks for, where the set-up knows of it. */
export type Disposable<Result> = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { [_ in Key]: () => Result }
  : object;
