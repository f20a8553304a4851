import type { ControlClientOptions, UndiciDispatcher } from '../../src/index.ts';
import { isFull } from './cases.ts';

// The undici that is loaded first serves fetch in the whole process, and has to be Node's own.
await globalThis.fetch('data:,');
export const undici7 = await import('undici');
export const undici6 = await import('undici6');

/** The options that choose a transport, and its release. */
export type ChosenTransport = AsyncDisposable & {
  readonly options: Pick<ControlClientOptions, 'fetch' | 'dispatcher'>;
};

const nothing = async (): Promise<void> => {};

/** The transport of a dispatcher, which is destroyed after use. */
export const through = (dispatcher: UndiciDispatcher & { destroy(): Promise<void> }): ChosenTransport => ({
  options: { dispatcher },
  [Symbol.asyncDispose]: () => dispatcher.destroy(),
});

/** Every transport of a client, each made anew for a test. */
export const transports: Readonly<Record<string, () => ChosenTransport>> = {
  'node:http': () => ({ options: {}, [Symbol.asyncDispose]: nothing }),
  fetch: () => ({ options: { fetch: globalThis.fetch }, [Symbol.asyncDispose]: nothing }),
  'undici 7': () => through(new undici7.Agent()),
};

/** The transports of a long suite: all in `.ci/run --full`, else the default one. */
export const longSuiteTransports: typeof transports = isFull
  ? transports
  : Object.fromEntries(Object.entries(transports).filter(([name]) => name === 'node:http'));
