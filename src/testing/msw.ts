import type * as Msw from 'msw';

/**
 * The integrator's own msw; undefined if it is not installed. It is loaded with this module, so that both module systems get
 * the copy whose `setupServer` will run the handlers; the CommonJS build has another text here, see `tsdown.config.ts`.
 */
export const msw: typeof Msw | undefined = await import('msw').catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
  throw error;
});
