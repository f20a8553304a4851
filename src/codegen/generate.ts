import { readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';
import { ControlApiError } from '../index.ts';
import { ownSchema, readDocuments } from './loaders.ts';
import { outputFiles } from './output/output.ts';
import { onUnread, optionsOf, projectFolder } from './preset.ts';
import { loadConfig, pointersIn } from './project-config.ts';

export interface Generated {
  readonly files: readonly string[];
  /** The stale output files; only with `check`. */
  readonly stale: readonly string[];
  readonly warnings: readonly string[];
  /** Why the live schema could not be judged. The files were generated all the same. */
  readonly unread: Error | undefined;
}

/**
 * Runs GraphQL Code Generator with a config file. With `check`, stale files are only reported.
 *
 * @throws {IntrospectionError} if the live schema could not be read.
 * @throws {OperationsError} if the operations are invalid GraphQL or do not match the schema.
 */
export async function generate(
  configFile: string,
  { check, cwd }: { readonly check: boolean; readonly cwd: string },
): Promise<Generated> {
  const codegen = await loadPeer('Generating', codegenPackages, () => import('@graphql-codegen/cli'));
  const config = await loadConfig(configFile, cwd);
  const documents = [config.documents ?? []].flat();
  // Read first: GraphQL Code Generator would wrap an error of the loader.
  const schema = await ownSchema(config.schema)?.loader(undefined, { cwd });
  const read = await readDocuments(documents, cwd);
  const files = Object.entries(config.generates).flatMap(([file, output]) =>
    optionsOf(output) === undefined ? [file] : outputFiles(file, cwd).map(({ path }) => path),
  );
  let unread: Error | undefined;
  const context = new codegen.CodegenContext({
    config: {
      ...config,
      config: {
        ...config.config,
        [onUnread]: (error: Error) => {
          unread = error;
        },
        [projectFolder]: cwd,
      },
      ...(schema && { schema }),
      documents: read.documents,
      // GraphQL Code Generator writes relative to `cwd`, but compares relative to the working directory.
      generates: Object.fromEntries(
        Object.entries(config.generates).map(([file, output]) => [isAbsolute(file) ? file : join(cwd, file), output]),
      ),
      cwd,
      silent: true,
    },
  });
  if (check) context.enableCheckMode();
  const texts = new Map<string, string>();
  try {
    for (const { filename, content } of await codegen.generate(context)) texts.set(resolve(filename), content);
  } catch (error) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
    if (!(first instanceof Error) || first.name !== 'NoTypeDefinitionsFound') throw first;
    const where = pointersIn(documents).join(', ');
    throw new ControlApiError('configuration', `No operations found in ${where}: add some, or correct the pattern.`);
  }
  const differing = new Set(context.checkModeStaleFiles.map((file) => resolve(file)));
  const stale: string[] = [];
  for (const file of files) {
    const path = resolve(cwd, file);
    const present = differing.has(path) ? await readFile(path, 'utf8').catch(() => '') : undefined;
    if (present !== undefined && plain(present) !== texts.get(path)) stale.push(file);
  }
  const { warningsOf } = await import('./generate-warnings.ts');
  const warnings = schema === undefined ? [] : warningsOf(schema, read.definitions, config);
  return { files, stale, warnings, unread };
}

/** Undoes changes that git and editors make on Windows: line ends and a byte order mark. */
function plain(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}
