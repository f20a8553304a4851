import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import http from 'node:http';
import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { VERSION } from '../../base/version.ts';
import { configFileIn } from '../../codegen/config-file.ts';
import { noService, readOwnKey } from '../audit/read-own-key.ts';
import { findInHistory, findInTree } from '../audit/search-git.ts';
import { gitRoot, isShallow } from '../git/git.ts';
import type { CliIo } from '../io.ts';
import { openClient } from '../line/open-client.ts';
import { asked } from './ask-service.ts';
import { fine, skipped } from './diagnosis.ts';
import type { Check } from './examine.ts';
import { installedVersions } from './installed-versions.ts';
import { judgeHistory, judgeIgnored, judgeTree } from './judge-secrecy.ts';
import {
  judgeAccepted,
  judgeAnswer,
  judgeGenerated,
  judgeIntrospection,
  judgeOperations,
  judgeSnapshot,
} from './judge-service.ts';
import { judgeKey, judgeNode, judgePackages, judgeProxy, judgeSettings, keySettings } from './judge-setup.ts';
import { readIgnored } from './read-ignored.ts';
import { type ProjectDrift, readProjectDrift } from './read-project-drift.ts';

/**
 * The checks of `doctor`, in their order. What one finds out, later ones use.
 *
 * @param timeoutMs - How long each step over the network may take.
 */
export function doctorChecks(io: CliIo, timeoutMs: number): readonly Check[] {
  const { env, cwd, signal, settings } = io;
  const now = (): number => io.now();
  const baseUrl = env['CONTROL_API_URL']?.trim() ?? '';
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : new URL(noService);
  const globalAgent: object = http.globalAgent;
  const agentOptions: unknown = 'options' in globalAgent ? globalAgent.options : undefined;
  const isProxyTaken = isRecord(agentOptions) && agentOptions['proxyEnv'] !== undefined;
  let isUrlValid = false;
  let key: string | undefined;
  let live: GraphQLSchema | undefined;
  let project: ProjectDrift | undefined;
  let root: string | undefined;
  const there = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('An earlier check was not run.');
    return value;
  };
  const noKey = skipped('Not checked: there is no key.');

  return [
    { id: 'node', title: 'Node', look: () => judgeNode(process.version) },
    {
      id: 'packages',
      title: 'Packages',
      look: () => {
        const isProject = existsSync(resolve(cwd, 'package.json'));
        const generates = configFileIn(cwd) !== undefined;
        return judgePackages({ own: VERSION, isProject, generates, installed: installedVersions(cwd) });
      },
    },
    { id: 'settings', title: 'Settings', look: () => judgeSettings(settings.byName, { ...env, ...io.keys }) },
    {
      id: 'base-url',
      title: 'Base URL',
      needs: ['settings'],
      look: async () => {
        const { createControlClient } = await import('../../index.ts');
        // The client has the rules.
        await createControlClient({ apiKey: null }).close();
        isUrlValid = true;
        return fine(url.origin + url.pathname.replace(/\/+$/, ''));
      },
    },
    {
      id: 'key',
      title: 'Key',
      look: async () => {
        const [setting] = keySettings(io.keys);
        if (setting === undefined) return judgeKey({ setting, source: '', length: 0, hash: '' });
        key = await readOwnKey(io, isUrlValid ? baseUrl : noService);
        const hash = createHash('sha256').update(key).digest('hex');
        return judgeKey({ setting, source: settings.byName.get(setting) ?? '', length: key.length, hash });
      },
    },
    { id: 'proxy', title: 'Proxy', needs: ['base-url'], look: () => judgeProxy(env, isProxyTaken) },
    {
      id: 'service',
      title: 'Service',
      needs: ['base-url', 'proxy'],
      look: async () => {
        const { createControlClient, CheckIntrospection } = await import('../../index.ts');
        await using client = createControlClient({ apiKey: null, timeoutMs, maxRetries: 0 });
        return judgeAnswer(await asked(() => client.request(CheckIntrospection, {}, { signal }), now));
      },
    },
    {
      id: 'introspection',
      title: 'Introspection',
      needs: ['service'],
      look: async () => {
        const { loadIntrospect } = await import('../../graphql/files/load-introspect.ts');
        const introspect = await loadIntrospect();
        const { result, ...facts } = await asked(
          () => introspect({ baseUrl, signal, timeoutMs, maxRetries: 0, partial: true }),
          now,
        );
        live = result;
        const types = Object.keys(result?.getTypeMap() ?? {}).filter((name) => !name.startsWith('__')).length;
        return judgeIntrospection({ ...facts, types });
      },
    },
    {
      id: 'key-accepted',
      title: 'Key accepted',
      needs: ['key', 'service'],
      look: async () => {
        if (key === undefined) return noKey;
        await using client = await openClient(io, { access: 'read-only', timeoutMs, maxRetries: 0 });
        return judgeAccepted(
          await asked(() => client.request('query TryKey { team { __typename } }', {}, { signal }), now),
        );
      },
    },
    {
      id: 'operations',
      title: 'Operations',
      needs: ['introspection'],
      look: async () => {
        project = await readProjectDrift(there(live), io);
        return judgeOperations(project.operations);
      },
    },
    {
      id: 'snapshot',
      title: 'Snapshot',
      needs: ['operations'],
      look: async () => judgeSnapshot(await there(project).snapshot()),
    },
    {
      id: 'generated',
      title: 'Generated code',
      needs: ['operations'],
      look: async () => {
        const config = configFileIn(cwd);
        if (config === undefined)
          return skipped('Not checked: the generator has no config. To write one, run: npx control-api-sdk init');
        const { generate } = await import('../../codegen/generate.ts');
        const { stale, files } = await generate(config, { check: true, cwd });
        return judgeGenerated(stale, files);
      },
    },
    {
      id: 'env-ignored',
      title: `${settings.file} ignored`,
      look: async () => {
        root = await gitRoot({ cwd, signal });
        return judgeIgnored(root === undefined ? undefined : await readIgnored(settings.file, { cwd, signal }));
      },
    },
    {
      id: 'key-in-tree',
      title: 'Key in files',
      needs: ['key'],
      look: async () => {
        if (key === undefined) return noKey;
        return judgeTree(root === undefined ? undefined : await findInTree(key, { cwd: root, signal }));
      },
    },
    {
      id: 'key-in-history',
      title: 'Key in git history',
      needs: ['key'],
      look: async () => {
        if (key === undefined) return noKey;
        if (root === undefined) return judgeHistory(undefined, false);
        const options = { cwd: root, signal };
        return judgeHistory(await findInHistory(key, options), await isShallow(options));
      },
    },
  ];
}
