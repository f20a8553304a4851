import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { ProjectConfig } from '../codegen/project-config.ts';
import { endpointText, snapshotFile } from '../graphql/files/commands.ts';
import { loadPeer } from '../graphql/files/load-peer.ts';
import type { IntrospectOptions } from '../graphql/introspection/index.ts';
import { noBaseUrl, usageError } from './exit.ts';
import type { CliIo } from './io.ts';
import { readProjectConfig, snapshotOf } from './project-config.ts';
import { withKeys } from './settings.ts';

/** The source of a schema. The file `-` is standard input. */
export type SchemaPlace =
  | { readonly from: 'git'; readonly ref: string; readonly path: string | undefined }
  | { readonly from: 'service'; readonly baseUrl: string }
  | { readonly from: 'file'; readonly file: string };

/** Parses `git:REF`, `git:REF:path`, a base URL, or a file. A ref has a colon only in braces. */
export function schemaPlace(text: string): SchemaPlace {
  if (/^https?:\/\//i.test(text)) return { from: 'service', baseUrl: text };
  if (!text.startsWith('git:')) return { from: 'file', file: text };
  const [, ref = '', path] = /^((?:[^:{]|\{[^}]*\})*)(?::(.+))?$/s.exec(text.slice('git:'.length)) ?? [];
  if (ref === '') throw usageError('`--against git:` needs a ref: write --against git:main, or git:v1.2.0:<path>');
  return { from: 'git', ref, path };
}

export async function readSchema(
  place: SchemaPlace,
  io: CliIo,
  asked: Omit<IntrospectOptions, 'baseUrl' | 'signal'> = {},
): Promise<GraphQLSchema> {
  const { cwd, signal } = io;
  if (place.from === 'service') {
    const { introspect } = await loadPeer(...needs, () => import('../graphql/introspection/index.ts'));
    const ask = (): Promise<GraphQLSchema> => introspect({ ...asked, baseUrl: place.baseUrl, signal });
    if (!asked.withKey) return ask();
    return withKeys(io, ask);
  }
  const { parseSchema, readSchemaFile } = await loadPeer(...needs, () => import('../graphql/parse-schema.ts'));
  if (place.from === 'file' && place.file !== '-') return readSchemaFile(place.file, cwd);
  if (place.from === 'file') return parseSchema(await io.readStdin(), 'standard input');
  const { readAt } = await import('./git.ts');
  const file = place.path ?? snapshotFile;
  return parseSchema(await readAt(place.ref, file, { cwd, signal }), `git:${place.ref}:${file}`);
}

const needs = ['Reading a schema', ['graphql']] as const;

export interface ChosenSchema {
  readonly schema: GraphQLSchema;
  /** The endpoint of the service, or the name of the file. */
  readonly source: string;
  /** The file; undefined for the live schema. */
  readonly file: string | undefined;
}

export async function readServiceSchema(
  io: CliIo,
  asked: Parameters<typeof readSchema>[2] = {},
): Promise<ChosenSchema> {
  const baseUrl = io.env['CONTROL_API_URL'];
  if (!baseUrl?.trim()) throw noBaseUrl();
  const schema = await readSchema({ from: 'service', baseUrl }, io, asked);
  return { schema, source: endpointText(baseUrl), file: undefined };
}

/** Reads the snapshot of the project; without one, the live schema. */
export async function readProjectSchema(
  io: CliIo,
  { config, timeoutMs }: { readonly config?: ProjectConfig; readonly timeoutMs?: number | undefined } = {},
): Promise<ChosenSchema> {
  const file = presentSnapshot(config ?? (await readProjectConfig(io)), io);
  if (file === undefined) return readServiceSchema(io, timeoutMs === undefined ? {} : { timeoutMs });
  return { schema: await readSchema({ from: 'file', file }, io), source: file, file };
}

/** The file of the snapshot, if it exists. */
export function presentSnapshot(
  config: Pick<ProjectConfig, 'schema'>,
  { cwd }: Pick<CliIo, 'cwd'>,
): string | undefined {
  const file = snapshotOf(config);
  return existsSync(resolve(cwd, file)) ? file : undefined;
}
