import type { graphql } from 'msw';
import { mswError } from './msw-error.ts';

/** Makes handlers of operations. */
export type MswGraphql = typeof graphql;

/** Loaded with this module, so that a mock can be made at once; the handlers must be of the copy that will run them. */
const [loaded] = await Promise.allSettled([
  // From msw 3 on it is in a module of its own, which msw 2 does not have.
  import('msw').then(async (msw) => ('graphql' in msw ? msw.graphql : (await import(String('msw/graphql'))).graphql)),
]);

/**
 * The `graphql` of the integrator's own msw. The CommonJS build has another text here, see `tsdown.config.ts`.
 *
 * @throws {ControlApiError} if it is not installed, or does not run here.
 */
export function installedMsw(): MswGraphql {
  if (loaded.status === 'rejected') throw mswError(loaded.reason);
  return loaded.value;
}
