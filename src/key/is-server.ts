/** What a person reads who brought this package into a browser: at build, at load and at construction. */
export const BROWSER_SENTENCE: string =
  'control-api-sdk is server-only: its API key gives full access to the team, so nothing that runs in a browser or an app may hold it. ' +
  'Call this package from your own backend and send the frontend only the data it needs. ' +
  'In a test under Jest 29 with jsdom, set testEnvironmentOptions: { customExportConditions: ["node"] }.';

const read = (from: unknown, key: string): unknown =>
  (typeof from === 'object' && from !== null) || typeof from === 'function' ? Reflect.get(from, key) : undefined;

/** Only a runtime with real builtins hands one out: a bundler's or a page's imitation of `process` has no file system. */
function hasServerBuiltins(scope: object): boolean {
  const process = read(scope, 'process');
  const getBuiltinModule = read(process, 'getBuiltinModule');
  if (typeof getBuiltinModule !== 'function') return false;
  // Electron's pages and their workers have Node's builtins, and run what the page loads.
  const electronType = read(process, 'type');
  if (electronType === 'renderer' || electronType === 'worker') return false;
  try {
    const fs: unknown = Reflect.apply(getBuiltinModule, process, ['node:fs']);
    return typeof read(fs, 'readFileSync') === 'function';
  } catch {
    // Next's edge runtime has a `process` whose functions throw.
    return false;
  }
}

function looksLikeBrowser(scope: object): boolean {
  return (
    read(scope, 'document') !== undefined ||
    // Every browser worker has it, module workers included.
    (typeof read(scope, 'importScripts') === 'function' && !isWorkerd(scope)) ||
    read(scope, 'WorkletGlobalScope') !== undefined ||
    read(scope, 'HermesInternal') !== undefined ||
    read(read(scope, 'navigator'), 'product') === 'ReactNative'
  );
}

/** Cloudflare's runtime has `importScripts` too before the compatibility date 2024-03-04, but no `location`, as a browser's worker has. */
function isWorkerd(scope: object): boolean {
  return typeof read(scope, 'WebSocketPair') === 'function' && read(scope, 'location') === undefined;
}

/**
 * May a key live here? Decided from where code runs, not from `window`: a test runner's jsdom is on a server, while
 * a worker that defines `Deno`, `Bun` or `process.versions` is not.
 */
export function isServer(scope: object = globalThis): boolean {
  return hasServerBuiltins(scope) || !looksLikeBrowser(scope);
}
