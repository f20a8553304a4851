// The Worker on this machine: workerd by miniflare, and the emulator in place of the service.
import { readFileSync } from 'node:fs';
import { startEmulator } from 'control-api-sdk/emulator';
import { Miniflare } from 'miniflare';

/** Starts both; `bindings` are the Worker's settings if they should be others than the emulator's. */
export async function serve(bindings) {
  const emulator = await startEmulator();
  const worker = new Miniflare({
    modules: true,
    script: readFileSync(new URL('dist/worker.js', import.meta.url), 'utf8'),
    compatibilityDate: '2026-04-01',
    bindings: bindings ?? { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key },
  });
  const url = await worker.ready;
  return {
    url,
    emulator,
    fetch: (path, init) => worker.dispatchFetch(new URL(path, url), init),
    async [Symbol.asyncDispose]() {
      await worker.dispose();
      await emulator.close();
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const { url } = await serve();
  console.log(`Ask ${new URL('status', url)}; Ctrl-C ends it.`);
}
