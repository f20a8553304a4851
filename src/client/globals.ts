import { misconfigured } from '../errors.ts';
import { isNode } from '../transport/node-builtin.ts';

/**
 * Every runtime has these; a context of `node:vm` has only what its maker puts there.
 *
 * @throws {ControlApiError} naming what is missing.
 */
export function assertGlobals(hasOwnFetch: boolean): void {
  const needed = ['URL', 'AbortController', 'performance', 'setTimeout', 'clearTimeout'];
  if (!isNode) needed.push('TextDecoder');
  if (!isNode && !hasOwnFetch) needed.push('fetch');
  const missing = needed.filter((name) => !(name in globalThis)).join(', ');
  if (missing === '') return;
  throw misconfigured(`This context has no ${missing}. Make it with them: \`vm.createContext({ ${missing} })\`.`);
}
