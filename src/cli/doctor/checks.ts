import { checkTimeoutMs as timeoutMs } from '../defaults.ts';
import { advice, exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { openClient, readOwnKey } from '../open-client.ts';
import { problemOf } from '../problem.ts';
import { readSchema } from '../read-schema.ts';
import {
  type Diagnosis,
  judgeIgnored,
  judgeKey,
  judgeNode,
  judgePackages,
  judgeProxy,
  judgeSettings,
  keySettings,
  ok,
  skipped,
  warning,
} from './set-up.ts';

/** A check. An error that it throws is its failure. */
export interface Check {
  /** The stable id. */
  readonly id: string;
  readonly title: string;
  /** The ids of earlier checks that this one depends on. */
  readonly needs?: readonly string[];
  look(): Diagnosis | Promise<Diagnosis>;
}

/** Runs the checks in their order. Returns the exit code of the first failed check. */
export async function examine(
  checks: readonly Check[],
  found: (diagnosis: Diagnosis & Pick<Check, 'id' | 'title'>) => void,
): Promise<number> {
  // Failed and skipped checks, each with the title of the first cause.
  const unknown = new Map<string, string>();
  let exitCode: number | undefined;
  for (const { id, title, needs = [], look } of checks) {
    const root = needs.flatMap((need) => unknown.get(need) ?? [])[0];
    const diagnosis = root ? skipped(`Not checked: it depends on “${root}”.`) : await settled(look);
    if (diagnosis.state === 'failed') exitCode ??= diagnosis.exitCode ?? exitCodes.unknown;
    if (diagnosis.state === 'failed' || diagnosis.state === 'skipped') unknown.set(id, root ?? title);
    found({ id, title, ...diagnosis });
  }
  return exitCode ?? exitCodes.ok;
}

async function settled(look: Check['look']): Promise<Diagnosis> {
  try {
    return await look();
  } catch (error) {
    const { message: text, hint, serverMessage, exitCode } = await problemOf(error);
    return { state: 'failed', text, exitCode, serverMessage, ...(hint !== null && { fix: hint }) };
  }
}

/** The checks of `doctor`, in their order. Later checks use the results of earlier ones. */
export function doctorChecks(io: CliIo): readonly Check[] {
  const { env, settings } = io;
  const baseUrl = env['CONTROL_API_URL']?.trim() ?? '';
  let validUrl: string | undefined;
  let key: string | undefined;
  const check = (id: string, title: string, needs: readonly string[], look: Check['look']): Check => {
    return { id, title, needs, look };
  };
  return [
    check('node', 'Node', [], () => judgeNode(process.version)),
    check('packages', 'Packages', [], () => judgePackages(io.cwd)),
    check('settings', 'Settings', [], () => judgeSettings(settings.byName, { ...env, ...io.keys })),
    check('base-url', 'Base URL', ['settings'], async () => {
      const { createControlClient } = await import('../../index.ts');
      // The client validates the base URL.
      await createControlClient({ apiKey: null }).close();
      validUrl = baseUrl;
      const { origin, pathname } = new URL(baseUrl);
      return ok(origin + pathname.replace(/\/+$/, ''));
    }),
    check('key', 'Key', [], async () => {
      const [setting] = keySettings(io.keys);
      if (setting !== undefined) key = await readOwnKey(io, validUrl);
      return judgeKey(key, `${setting} (from ${settings.byName.get(setting ?? '')})`);
    }),
    check('proxy', 'Proxy', ['base-url'], () => judgeProxy(env)),
    check('service', 'Service', ['base-url', 'proxy'], () => judgeAnswer(io)),
    check('introspection', 'Introspection', ['service'], async () => {
      const start = io.now();
      const live = await readSchema({ from: 'service', baseUrl }, io, { timeoutMs, maxRetries: 0 });
      const types = Object.keys(live.getTypeMap()).filter((name) => !name.startsWith('__')).length;
      return ok(`${types} types, no key needed, ${Math.round(io.now() - start)} ms`);
    }),
    check('key-accepted', 'Key accepted', ['key', 'service'], () =>
      key === undefined ? skipped('Not checked: there is no key.') : judgeAccepted(io),
    ),
    check('env-ignored', `${settings.file} ignored`, [], () => judgeIgnored(settings.file, io)),
  ];
}

/** The codes of errors that only a reached service, or its gateway, answers with. */
const reached = new Set(['unauthenticated', 'forbidden', 'graphql', 'rate_limited']);

async function judgeAnswer(io: CliIo): Promise<Diagnosis> {
  const { createControlClient, CheckIntrospection, isControlApiError } = await import('../../index.ts');
  await using client = createControlClient({ apiKey: null, timeoutMs, maxRetries: 0 });
  const start = io.now();
  await client.request(CheckIntrospection, {}, { signal: io.signal }).catch((error: unknown) => {
    if (!isControlApiError(error) || !reached.has(error.code)) throw error;
  });
  return ok(`answered in ${Math.round(io.now() - start)} ms`);
}

async function judgeAccepted(io: CliIo): Promise<Diagnosis> {
  const { isControlApiError } = await import('../../index.ts');
  await using client = await openClient(io, { access: 'read-only', timeoutMs, maxRetries: 0 });
  const start = io.now();
  try {
    await client.request('query TryKey { team { __typename } }', {}, { signal: io.signal });
  } catch (error) {
    if (isControlApiError(error, 'rate_limited'))
      return warning('The service asks to slow down, so the key could not be tried.', advice.rate_limited);
    // The service refused the document, for example because `team` needs an argument. A refused key has another code.
    if (!isControlApiError(error, 'graphql') || error.outcome !== 'rejected') throw error;
    const text = 'Not known: the service refuses the question itself, which says nothing of the key.';
    return { ...skipped(text), serverMessage: error.serverMessage };
  }
  return ok(`the service accepts it, ${Math.round(io.now() - start)} ms`);
}
