import type { GraphQLSchema } from 'graphql';
import { readOwnKey } from '../audit/read-own-key.ts';
import type { CliIo } from '../io.ts';
import { readSchema } from '../schema/read-schema.ts';
import { fine, skipped } from './diagnosis.ts';
import type { Check } from './examine.ts';
import { type JudgedProject, judgeGenerated, judgeProject } from './judge-project.ts';
import { judgeHistory, judgeIgnored, judgeTree } from './judge-secrecy.ts';
import { judgeAccepted, judgeAnswer } from './judge-service.ts';
import { judgeKey, judgeNode, judgePackages, judgeProxy, judgeSettings, keySettings } from './judge-setup.ts';

/**
 * The checks of `doctor`, in their order. Later ones use what earlier ones find out.
 *
 * @param timeoutMs - How long each step over the network may take.
 */
export function doctorChecks(io: CliIo, timeoutMs: number): readonly Check[] {
  const { env, settings } = io;
  const baseUrl = env['CONTROL_API_URL']?.trim() ?? '';
  let validUrl: string | undefined;
  let key: string | undefined;
  let live: GraphQLSchema | undefined;
  let project: JudgedProject | undefined;
  const there = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('An earlier check was not run.');
    return value;
  };
  const withKey =
    (judge: (key: string) => ReturnType<Check['look']>): Check['look'] =>
    () =>
      key === undefined ? skipped('Not checked: there is no key.') : judge(key);

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
    { id: 'service', title: 'Service', needs: ['base-url', 'proxy'], look: () => judgeAnswer(timeoutMs, io) },
    {
      id: 'introspection',
      title: 'Introspection',
      needs: ['service'],
      look: async () => {
        const start = io.now();
        live = await readSchema({ from: 'service', baseUrl }, io, { timeoutMs, maxRetries: 0, partial: true });
        const types = Object.keys(live.getTypeMap()).filter((name) => !name.startsWith('__')).length;
        return fine(`${types} types, no key needed, ${Math.round(io.now() - start)} ms`);
      },
    },
    {
      id: 'key-accepted',
      title: 'Key accepted',
      needs: ['key', 'service'],
      look: withKey(() => judgeAccepted(timeoutMs, io)),
    },
    {
      id: 'operations',
      title: 'Operations',
      needs: ['introspection'],
      look: async () => {
        project = await judgeProject(there(live), io);
        return project.operations;
      },
    },
    { id: 'snapshot', title: 'Snapshot', needs: ['operations'], look: () => there(project).judgeSnapshot() },
    { id: 'generated', title: 'Generated code', needs: ['operations'], look: () => judgeGenerated(io) },
    { id: 'env-ignored', title: `${settings.file} ignored`, look: () => judgeIgnored(settings.file, io) },
    { id: 'key-in-tree', title: 'Key in files', needs: ['key'], look: withKey((it) => judgeTree(it, io)) },
    { id: 'key-in-history', title: 'Key in git history', needs: ['key'], look: withKey((it) => judgeHistory(it, io)) },
  ];
}
