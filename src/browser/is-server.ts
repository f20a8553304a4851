/** The message for a person who brought this package into a browser: at build, at load and at construction. */
export const BROWSER_SENTENCE: string =
  'control-api-sdk is server-only: its API key gives full access to the team, so no browser or app may hold it. ' +
  'Call this package from your own backend, and send the frontend only the data it needs.';

/** The names that are read of a global scope. Any of it may be missing, or something else. */
interface Scope
  extends Partial<
    Record<'document' | 'location' | 'importScripts' | 'WorkletGlobalScope' | 'HermesInternal', unknown>
  > {
  readonly process?: { readonly type?: unknown } | null;
  readonly navigator?: { readonly product?: unknown } | null;
}

/** Only a runtime with real builtins hands one out: a bundler's or a page's imitation of `process` has no file system. */
function hasServerBuiltins({ process }: Scope): boolean {
  // Electron's pages and their workers have Node's builtins, and run what the page loads.
  if (process?.type === 'renderer' || process?.type === 'worker') return false;
  try {
    return typeof (process as typeof globalThis.process).getBuiltinModule('node:fs').readFileSync === 'function';
  } catch {
    // Next's edge runtime has a `process` whose functions throw; others have none of it.
    return false;
  }
}

function looksLikeBrowser(scope: Scope): boolean {
  return (
    scope.document !== undefined ||
    // Every browser worker has both, module workers included. Cloudflare's runtime had the first before the compatibility date 2024-03-04.
    (typeof scope.importScripts === 'function' && scope.location !== undefined) ||
    scope.WorkletGlobalScope !== undefined ||
    scope.HermesInternal !== undefined ||
    scope.navigator?.product === 'ReactNative'
  );
}

/**
 * May a key live here? Decided from where code runs, not from `window`: a test runner's jsdom is on a server, while
 * a worker that defines `Deno`, `Bun` or `process.versions` is not.
 */
export function isServer(scope: object = globalThis): boolean {
  return hasServerBuiltins(scope) || !looksLikeBrowser(scope);
}
