import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { expect, inject, test } from 'vitest';

/** The package in a context of `node:vm` with these globals alone. */
async function failureWith(globals: object): Promise<string> {
  const text = readFileSync(join(inject('installed'), 'node_modules/control-api-sdk/dist/index.cjs'), 'utf8');
  const context = vm.createContext({ ...globals });
  const module = { exports: {} };
  vm.runInContext(`(function (module, exports) {${text}\n})`, context)(module, module.exports);
  context['sdk'] = module.exports;
  return vm.runInContext(
    `(async () => {
      try {
        const control = sdk.createControlClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'emulator_0123456789', maxRetries: 0 });
        return await control.request('{ team { id } }');
      } catch (error) {
        return sdk.isControlApiError(error) ? error.code + ': ' + error.message : 'not ours: ' + error;
      }
    })()`,
    context,
  );
}

const language = { URL, AbortController, performance, setTimeout, clearTimeout };
const web = { ...language, TextDecoder, fetch };

test.each([
  ['the globals that the runtime uses', web],
  ["those and Node's process", { ...language, process, Buffer }],
])('a context with %s can call', async (_name, globals) => {
  expect(await failureWith(globals)).toContain('network: http://127.0.0.1:1: ');
});
