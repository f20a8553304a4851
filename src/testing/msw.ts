import type { graphql } from 'msw';
import { mswError } from './msw-error.ts';

type MswGraphql = typeof graphql;

/** Loaded with this module, so that `mock` is synchronous. The handlers must come from the copy of msw that runs them. */
const [loaded] = await Promise.allSettled([
  // msw 3 has `graphql` in a module of its own.
  import('msw').then(async (msw) => ('graphql' in msw ? msw.graphql : (await import(String('msw/graphql'))).graphql)),
]);

/**
 * The `graphql` of the project's msw. `tsdown.config.ts` replaces this function for CommonJS.
 *
 * @throws {ControlApiError} if msw is not installed, or does not run here.
 */
export function installedMsw(): MswGraphql {
  if (loaded.status === 'rejected') throw mswError(loaded.reason);
  return loaded.value;
}
