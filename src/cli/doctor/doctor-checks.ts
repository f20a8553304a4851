import { todos } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { readSchema } from '../schema/read-schema.ts';
import { openClient, readOwnKey } from '../settings/open-client.ts';
import { type Check, caution, type Diagnosis, fine, skipped } from './examine.ts';
import {
  judgeIgnored,
  judgeKey,
  judgeNode,
  judgePackages,
  judgeProxy,
  judgeSettings,
  keySettings,
} from './judge-setup.ts';

/** How long each step over the network may take. */
const timeoutMs = 10_000;

/** The checks of `doctor`, in their order. Later ones use what earlier ones find out. */
export function doctorChecks(io: CliIo): readonly Check[] {
  const { env, settings } = io;
  const baseUrl = env['CONTROL_API_URL']?.trim() ?? '';
  let validUrl: string | undefined;
  let key: string | undefined;
  return [
    { id: 'node', title: 'Node', look: () => judgeNode(process.version) },
    { id: 'packages', title: 'Packages', look: () => judgePackages(io.cwd) },
    { id: 'settings', title: 'Settings', look: () => judgeSettings(settings.byName, { ...env, ...io.keys }) },
    {
      id: 'base-url',
      title: 'Base URL',
      needs: ['settings'],
      look: async () => {
        const { createControlClient } = await import('../../index.ts');
        // The client has the rules.
        await createControlClient({ apiKey: null }).close();
        validUrl = baseUrl;
        const { origin, pathname } = new URL(baseUrl);
        return fine(origin + pathname.replace(/\/+$/, ''));
      },
    },
    {
      id: 'key',
      title: 'Key',
      look: async () => {
        const [setting] = keySettings(io.keys);
        if (setting !== undefined) key = await readOwnKey(io, validUrl);
        return judgeKey(key, `${setting} (from ${settings.byName.get(setting ?? '')})`);
      },
    },
    { id: 'proxy', title: 'Proxy', needs: ['base-url'], look: () => judgeProxy(env) },
    { id: 'service', title: 'Service', needs: ['base-url', 'proxy'], look: () => judgeAnswer(io) },
    {
      id: 'introspection',
      title: 'Introspection',
      needs: ['service'],
      look: async () => {
        const start = io.now();
        const live = await readSchema({ from: 'service', baseUrl }, io, { timeoutMs, maxRetries: 0 });
        const types = Object.keys(live.getTypeMap()).filter((name) => !name.startsWith('__')).length;
        return fine(`${types} types, no key needed, ${Math.round(io.now() - start)} ms`);
      },
    },
    {
      id: 'key-accepted',
      title: 'Key accepted',
      needs: ['key', 'service'],
      look: () => (key === undefined ? skipped('Not checked: there is no key.') : judgeAccepted(io)),
    },
    { id: 'env-ignored', title: `${settings.file} ignored`, look: () => judgeIgnored(settings.file, io) },
  ];
}

/** Refusals come from the service, or from what stands before it: it was reached. */
const reached = new Set(['unauthenticated', 'forbidden', 'graphql', 'rate_limited']);

/** Whether there is a GraphQL service at the base URL. */
async function judgeAnswer(io: CliIo): Promise<Diagnosis> {
  const { createControlClient, CheckIntrospection, isControlApiError } = await import('../../index.ts');
  await using client = createControlClient({ apiKey: null, timeoutMs, maxRetries: 0 });
  const start = io.now();
  try {
    await client.request(CheckIntrospection, {}, { signal: io.signal });
  } catch (error) {
    if (!isControlApiError(error) || !reached.has(error.code)) throw error;
  }
  return fine(`answered in ${Math.round(io.now() - start)} ms`);
}

/** Whether the service accepts the key. */
async function judgeAccepted(io: CliIo): Promise<Diagnosis> {
  const { isControlApiError } = await import('../../index.ts');
  await using client = await openClient(io, { access: 'read-only', timeoutMs, maxRetries: 0 });
  const start = io.now();
  try {
    await client.request('query TryKey { team { __typename } }', {}, { signal: io.signal });
  } catch (error) {
    if (isControlApiError(error, 'rate_limited'))
      return caution('The service asks to slow down, so the key could not be tried.', todos.rate_limited);
    // A refusal of the document, such as that `team` needs an argument; a refusal of the key has another code.
    if (!isControlApiError(error, 'graphql') || error.outcome !== 'rejected') throw error;
    const text = 'Not known: the service refuses the question itself, which says nothing of the key.';
    return { ...skipped(text), serverMessage: error.serverMessage };
  }
  return fine(`the service accepts it, ${Math.round(io.now() - start)} ms`);
}
