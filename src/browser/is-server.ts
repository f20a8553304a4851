export const BROWSER_SENTENCE: string =
  'control-api-sdk is server-only: its API key gives full access to the team, so no browser or app may hold it. ' +
  'Call this package from your own backend, and send the frontend only the data it needs.';

interface Scope
  extends Partial<
    Record<'document' | 'location' | 'importScripts' | 'WorkletGlobalScope' | 'HermesInternal', unknown>
  > {
  readonly process?: { readonly type?: unknown } | null;
  readonly navigator?: { readonly product?: unknown } | null;
}

/** Only a server hands out real builtins: the imitation of a bundler or a page has no file system. */
function hasServerBuiltins({ process }: Scope): boolean {
  // Electron's pages and their workers have Node's builtins.
  if (process?.type === 'renderer' || process?.type === 'worker') return false;
  try {
    return typeof (process as typeof globalThis.process).getBuiltinModule('node:fs').readFileSync === 'function';
  } catch {
    // Next's edge runtime throws; others have no such function.
    return false;
  }
}

function looksLikeBrowser(scope: Scope): boolean {
  return (
    scope.document !== undefined ||
    // All browser workers have both. Cloudflare had the first before the compatibility date 2024-03-04.
    (typeof scope.importScripts === 'function' && scope.location !== undefined) ||
    scope.WorkletGlobalScope !== undefined ||
    scope.HermesInternal !== undefined ||
    scope.navigator?.product === 'ReactNative'
  );
}

/** Whether a key may live here. `window` proves nothing: jsdom is on a server; a browser worker may define `Deno`. */
export function isServer(scope: object = globalThis): boolean {
  return hasServerBuiltins(scope) || !looksLikeBrowser(scope);
}
