import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Ended, ended, start } from '../../test/helpers/cli.ts';

/** The supported compilers, by the names of their installs. */
export const compilers = ['typescript54', 'typescript59', 'typescript6', 'typescript7'] as const;

const strictest = {
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  isolatedModules: true,
  noEmit: true,
};

/** TypeScript refuses `import` in a CommonJS file under `verbatimModuleSyntax`, so only ECMAScript modules have the flag. */
const kinds = {
  module: { module: 'nodenext', moduleResolution: 'nodenext', verbatimModuleSyntax: true },
  commonjs: { module: 'node16', moduleResolution: 'node16', esModuleInterop: true },
};

/** A project in a folder of its own, with the built package installed. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
  /** Checks it with one of the compilers, whose report is in `stdout`. */
  check(compiler: (typeof compilers)[number]): Promise<Ended>;
}

/** Makes a project of `files`, as ECMAScript modules or CommonJS. */
export async function makeProject(
  type: keyof typeof kinds,
  files: Record<string, string>,
  more?: { readonly declaration: true; readonly skipLibCheck: true },
): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), `project-${type}-`));
  await mkdir(join(folder, 'node_modules'));
  await symlink(resolve('.'), join(folder, 'node_modules/control-api-sdk'));
  for (const name of ['@types', 'graphql', 'undici'])
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  const all = { ...files, 'package.json': JSON.stringify({ type }) };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  const check = async (compiler: (typeof compilers)[number]) => {
    // Flags of later compilers, which this package passes.
    const own =
      compiler === 'typescript54' ? {} : { isolatedDeclarations: true, declaration: true, erasableSyntaxOnly: true };
    const later = more ?? own;
    const compilerOptions = { ...strictest, ...kinds[type], ...later };
    const config = join(folder, `tsconfig.${compiler}.json`);
    await writeFile(config, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const tsc = resolve('evidence/peers/node_modules', compiler, 'bin/tsc');
    return ended(start(process.execPath, [tsc, '-p', config, '--pretty', 'false'], {}, folder));
  };
  return { folder, check, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
