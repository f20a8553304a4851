type Builtin = 'node:diagnostics_channel' | 'node:fs' | 'node:http' | 'node:timers' | 'node:util';

/** A builtin module of Node; undefined elsewhere, where a static import would fail. */
export function builtin<Id extends Builtin>(id: Id): ReturnType<typeof process.getBuiltinModule<Id>> | undefined {
  return isNode ? process.getBuiltinModule(id) : undefined;
}

export const isDeno: boolean = typeof process === 'object' && process.versions?.['deno'] !== undefined;

/** Whether this is Node itself. Others have `process` too, but a better transport in `fetch`. */
export const isNode: boolean =
  typeof process === 'object' &&
  typeof process.getBuiltinModule === 'function' &&
  process.release?.name === 'node' &&
  process.versions['bun'] === undefined &&
  !isDeno &&
  !('WebSocketPair' in globalThis);
