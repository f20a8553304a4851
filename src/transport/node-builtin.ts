type Builtin = 'node:diagnostics_channel' | 'node:fs' | 'node:http' | 'node:timers' | 'node:util';

/**
 * A builtin module of Node, or undefined in any other runtime: static imports would keep edge runtimes from loading the
 * entry that they share with Node.
 */
export function builtin<Id extends Builtin>(id: Id): ReturnType<typeof process.getBuiltinModule<Id>> | undefined {
  return isNode ? process.getBuiltinModule(id) : undefined;
}

/** Whether this is Deno, which imitates `process` whole. */
export const isDeno: boolean = typeof process === 'object' && process.versions?.['deno'] !== undefined;

/** Whether this is Node itself. Others have `process` too, but their own `fetch` is the better transport there. */
export const isNode: boolean =
  typeof process === 'object' &&
  typeof process.getBuiltinModule === 'function' &&
  process.release?.name === 'node' &&
  process.versions['bun'] === undefined &&
  !isDeno &&
  // Cloudflare's runtime can take all else from Node, and hide its name in `navigator`.
  !('WebSocketPair' in globalThis);
