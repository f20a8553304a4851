interface Builtins {
  'node:diagnostics_channel': typeof import('node:diagnostics_channel');
  'node:fs': typeof import('node:fs');
  'node:http': typeof import('node:http');
  'node:https': typeof import('node:https');
  'node:timers': typeof import('node:timers');
  'node:util': typeof import('node:util');
}

/**
 * A builtin module of Node, or undefined in any other runtime: static imports would keep edge runtimes from loading the
 * entry that they share with Node.
 */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  if (!isNode) return undefined;
  return process.getBuiltinModule(name) as Builtins[Name];
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
