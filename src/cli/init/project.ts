import { existsSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { isRecord } from '../../base/is-record.ts';
import { outputFiles } from '../../codegen/output/output.ts';
import { configFiles } from '../../codegen/project-config.ts';
import { type ProjectManager, projectManager, repositoryRoot } from '../../graphql/files/package-manager.ts';
import { usageError } from '../exit.ts';
import { jsonIn, readIfPresent, withoutMark } from '../files.ts';
import type { CliIo } from '../io.ts';
import { folderForOperations, readProjectConfig, snapshotOf } from '../project-config.ts';

/** The project that `init` sets up. */
export interface Project extends ProjectManager {
  readonly packageJson: string;
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly dependencies: ReadonlySet<string>;
  readonly isModule: boolean;
  /** Whether the project depends on TypeScript, or has a `tsconfig.json` or `codegen.ts`. */
  readonly isTypeScript: boolean;
  readonly hasGitlabPipeline: boolean;
  readonly snapshot: string;
  readonly listing: string;
  readonly output: string;
  /** The output, and the declaration file of a JavaScript output. */
  readonly generated: readonly string[];
  /** The folder of the project, relative to the root of the repository, which may be the same. */
  readonly folder: string;
}

/** Reads the project in the current folder. */
export async function readPackage(io: CliIo): Promise<Project> {
  const packageJson = await readIfPresent('package.json', io);
  if (packageJson === undefined)
    throw usageError('This folder has no package.json: run the command in a project, or run `npm init` first.');
  const manifest = jsonIn(packageJson);
  if (!isRecord(manifest))
    throw usageError('The package.json in this folder holds no JSON object: correct it, then run the command again.');
  const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  const dependencies = new Set(kinds.flatMap((kind) => Object.keys(record(manifest[kind]))));
  const root = repositoryRoot(io.cwd);
  const isTypeScript =
    dependencies.has('typescript') || ['tsconfig.json', configFiles[0]].some((file) => existsSync(join(io.cwd, file)));
  const config = await readProjectConfig(io);
  const output = config.outputs[0] ?? `src/generated/control-api.${isTypeScript ? 'ts' : 'js'}`;
  return {
    packageJson: withoutMark(packageJson),
    scripts: record(manifest['scripts']),
    dependencies,
    isModule: manifest['type'] === 'module',
    isTypeScript,
    ...projectManager(io.cwd),
    hasGitlabPipeline: existsSync(join(root, '.gitlab-ci.yml')),
    snapshot: snapshotOf(config),
    listing: posix.join(folderForOperations(config), 'devices.graphql'),
    output,
    generated: outputFiles(output, io.cwd).map(({ path }) => path),
    folder: relative(root, io.cwd).split(sep).join('/'),
  };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
