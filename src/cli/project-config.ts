import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { isRecord } from '../base/is-record.ts';
import { configFileIn, isConfig, loadConfig, type ProjectConfig, projectConfig } from '../codegen/project-config.ts';
import { snapshotFile } from '../graphql/files/commands.ts';
import { loadPeer } from '../graphql/files/load-peer.ts';
import { configTimeoutMs, operationsFolder } from './defaults.ts';
import { advice, noBaseUrl } from './exit.ts';
import { jsonIn } from './files.ts';
import type { CliIo } from './io.ts';
import printConfig from './print-config.mjs?raw';

export function snapshotOf({ schema = snapshotFile }: Pick<ProjectConfig, 'schema'>): string {
  return schema;
}

export function operationsOf({ operations }: Pick<ProjectConfig, 'operations'>): readonly string[] {
  return operations.length > 0 ? operations : [operationsFolder];
}

/** The folder for new operations: the part before a wildcard, in the first pattern that matches GraphQL files. */
export function folderForOperations(config: Pick<ProjectConfig, 'operations'>): string {
  const takesGraphql = (pattern: string): boolean => !/\.(?!(?:graphql|gql)s?$)\w+$/.test(pattern);
  const pattern = config.operations.find((it) => !it.startsWith('!') && takesGraphql(it)) ?? operationsFolder;
  const [before = ''] = pattern.split(/[*?{[(]/);
  if (before === pattern) return /\.\w+$/.test(pattern) ? dirname(pattern) : pattern;
  return before.includes('/') ? before.slice(0, before.lastIndexOf('/')) || '/' : '.';
}

const noConfig: ProjectConfig = { operations: [], outputs: [], scalars: {}, openEnums: false };

/**
 * Reads the config of the project's generator in a child process without a key, since the config is code of the folder. An unreadable
 * config is a note.
 */
export async function readProjectConfig(io: CliIo): Promise<ProjectConfig> {
  const file = configFileIn(io.cwd);
  if (file === undefined) return noConfig;
  try {
    return projectConfig(await printedConfig(file, io));
  } catch (error) {
    io.signal.throwIfAborted();
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    io.note(`${file} cannot be read, so ${snapshotFile} and ${operationsFolder}/ are taken. ${why}`);
    return noConfig;
  }
}

/** The config without its functions. Output of its code becomes notes. */
async function printedConfig(file: string, { cwd, env, signal, note }: CliIo): Promise<CodegenConfig> {
  const loaders = file.endsWith('.ts') ? (['@graphql-codegen/cli'] as const) : [];
  const [generator = ''] = await loadPeer(`Reading ${file}`, loaders, async () =>
    loaders.map((name) => createRequire(import.meta.url).resolve(name)),
  );
  const args = ['--input-type=module', '-e', printConfig, resolve(cwd, file), generator];
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, args, { cwd, env, signal, timeout: configTimeoutMs, stdio: [...stdio] });
  const [, ...outputs] = child.stdio;
  const ended = new Promise<void>((done, failed) => child.once('close', () => done()).once('error', failed));
  const [said = '', failed = '', written = ''] = await Promise.all([...outputs.slice(0, 3).map(textOf), ended]);
  for (const line of (said + failed).split(/\r?\n/)) if (line !== '') note(line);
  const read = jsonIn(written);
  if (isRecord(read) && isConfig(read['config'])) return read['config'];
  throw new Error(isRecord(read) && 'failure' in read ? String(read['failure']) : 'It exports no config.');
}

async function textOf(stream: unknown): Promise<string> {
  return stream instanceof Readable ? text(stream) : '';
}

/** The config of a project for `check`. */
export interface CheckConfig extends ProjectConfig {
  readonly file: string | undefined;
  /** The exports of the config file. */
  readonly generator: CodegenConfig | undefined;
  /** The base URL of the service; empty if no service is needed. */
  readonly baseUrl: string;
}

/** Loads the config of the generator into this process, since its functions are needed. */
export async function loadCheckConfig(
  { config: named, live }: Readonly<Partial<Record<'config' | 'live', string | undefined>>>,
  io: CliIo,
): Promise<CheckConfig> {
  const file = named ?? configFileIn(io.cwd);
  const generator = file === undefined ? undefined : await io.foreign(file, () => loadConfig(file, io.cwd));
  const config = generator === undefined ? noConfig : projectConfig(generator);
  const baseUrl = io.env['CONTROL_API_URL']?.trim() || config.baseUrl || '';
  if (!baseUrl && live === undefined) throw noBaseUrl(`${advice.no_base_url} Or name a schema file with --live.`);
  return { ...config, operations: operationsOf(config), generator, file, baseUrl };
}
