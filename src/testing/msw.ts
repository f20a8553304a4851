import type { graphql } from 'msw';

type MswGraphql = typeof graphql;

/** Loaded with this module, so that `mock` is synchronous. The handlers must come from the copy of msw that runs them. */
const installed: MswGraphql | undefined = await import('msw').then(
  // msw 3 has `graphql` in a module of its own.
  async (msw) => ('graphql' in msw ? msw.graphql : (await import(String('msw/graphql'))).graphql),
  (error: NodeJS.ErrnoException) => {
    // Yarn's code in a project without node_modules is the second.
    if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  },
);

/** The `graphql` of the project's msw; undefined if msw is not installed. `tsdown.config.ts` replaces this function for CommonJS. */
export function installedMsw(): MswGraphql | undefined {
  return installed;
}
