import type { graphql } from 'msw';

/** Makes handlers of operations. */
export type MswGraphql = typeof graphql;

/** Loaded with this module, so that a mock can be made at once; the handlers must be of the copy that will run them. */
const installed: MswGraphql | undefined = await import('msw').then(
  // From msw 3 on it is in a module of its own, which msw 2 does not have.
  async (msw) => ('graphql' in msw ? msw.graphql : (await import(String('msw/graphql'))).graphql),
  (error: NodeJS.ErrnoException) => {
    // The second one is Yarn's, in a project without node_modules.
    if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  },
);

/**
 * The `graphql` of the integrator's own msw; undefined if it is not installed. The CommonJS build has another text here, see
 * `tsdown.config.ts`.
 */
export function installedMsw(): MswGraphql | undefined {
  return installed;
}
