type Builtin = 'node:diagnostics_channel' | 'node:fs' | 'node:http' | 'node:timers' | 'node:util';

/**
 * A builtin module of Node; undefined in other runtimes, which a static import would keep from loading this package.
 */
export function builtin<Id extends Builtin>(id: Id): ReturnType<typeof process.getBuiltinModule<Id>> | undefined {
  return isNode ? process.getBuiltinModule(id) : undefined;
}

/** Deno imitates `process` as a whole. */
export const isDeno: boolean = typeof process === 'object' && process.versions?.['deno'] !== undefined;

/** Whether this is Node itself. Others have `process` too, but a better transport in `fetch`. */
export const isNode: boolean =
  typeof process === 'object' &&
  typeof process.getBuiltinModule === 'function' &&
  process.release?.name === 'node' &&
  process.versions['bun'] === undefined &&
  !isDeno &&
  // Cloudflare's runtime imitates the rest.
  !('WebSocketPair' in globalThis);
