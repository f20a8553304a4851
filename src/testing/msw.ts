import type * as Msw from 'msw';

/** Loaded with this module, so that a mock can be made at once; the handlers must be of the copy that will run them. */
const msw: typeof Msw | undefined = await import('msw').catch((error: NodeJS.ErrnoException) => {
  // The second one is Yarn's, in a project without node_modules.
  if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND') return undefined;
  throw error;
});

/**
 * The integrator's own msw; undefined if it is not installed. The CommonJS build has another text here, see
 * `tsdown.config.ts`.
 */
export function installedMsw(): typeof Msw | undefined {
  return msw;
}
