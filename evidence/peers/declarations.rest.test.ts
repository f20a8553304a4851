import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { isFull } from '../../test/helpers/cases.ts';
import { folderWith, node } from '../../test/packed/integrator.ts';
import { makeProject } from './compilers.ts';

/*
 * A library declares its exports, so its compiler has to find a name for every result of the SDK. Here, an `export const` has the
 * result of each function, each member of these results, and each member of the exported types.
 */

const entries = ['index', 'codegen', 'drift', 'emulator', 'testing', 'watch'];
const compilers = ['typescript54', 'typescript59', 'typescript6'] as const;

/** The declared levels of members. */
const DEPTH = 4;

const compilerOptions = {
  strict: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'esnext.disposable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
  exactOptionalPropertyTypes: true,
  // Declarations of other packages are not tested.
  skipLibCheck: true,
  declaration: true,
};

/** A module that declares every result of an entry point. */
function declarationsOf(folder: string, entry: string): string {
  const from = entry === 'index' ? 'control-api-sdk' : `control-api-sdk/${entry}`;
  const file = join(folder, `${entry}.mts`);
  const lines = [`import * as ${entry} from '${from}';`, `export { ${entry} };`];
  writeFileSync(file, lines.join('\n'));
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, folder);
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const [first] = program.getSourceFile(file)?.statements ?? [];
  if (!first || !ts.isImportDeclaration(first)) return expect.unreachable();
  const module = checker.getSymbolAtLocation(first.moduleSpecifier) ?? expect.unreachable(`${from} has no types`);

  const isOurs = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((it) => it.getSourceFile().fileName.includes('/control-api-sdk/dist/'));
  const declare = (text: string, type: ts.Type, depth: number, above: readonly ts.Type[]): void => {
    const name = `x${lines.length}`;
    lines.push(`export const ${name} = ${text};`);
    const given = checker.getNonNullableType(checker.getAwaitedType(type) ?? type);
    if (depth === 0 || above.includes(given)) return;
    const below = [...above, given];
    const value = `(await ${name})!`;
    const [call] = given.getCallSignatures();
    if (call) {
      // The last overload is the simplest.
      const taken = call.getParameters().map(() => 'null as never');
      declare(`${value}(${taken.join()})`, call.getReturnType(), depth - 1, below);
    }
    const item = checker.getIndexTypeOfType(given, ts.IndexKind.Number);
    if (item && !(given.flags & ts.TypeFlags.StringLike)) declare(`${value}[0]!`, item, depth - 1, below);
    for (const member of given.getProperties().filter(isOurs)) {
      const named = /^\w+$/.test(member.name) ? `.${member.name}` : `[${JSON.stringify(member.name)}]`;
      if (!member.name.startsWith('__')) declare(value + named, checker.getTypeOfSymbol(member), depth - 1, below);
    }
  };
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const named = `${entry}.${exported.name}`;
    if (symbol.flags & ts.SymbolFlags.Value) declare(named, checker.getTypeOfSymbol(symbol), DEPTH, []);
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const isGeneric = symbol.declarations?.some((it) => 'typeParameters' in it && it.typeParameters);
    if (symbol.flags & ts.SymbolFlags.Type && !isGeneric) declare(`null as never as ${named}`, type, DEPTH, []);
  }
  return lines.join('\n');
}

test.each(entries)('a library can declare all exports of the entry point %s', async (entry) => {
  const folder = folderWith({ 'package.json': { type: 'module' }, 'tsconfig.json': { compilerOptions } }, 'equipped');
  const text = declarationsOf(folder, entry);
  expect(text.split('\n').length).toBeGreaterThan(4);
  writeFileSync(join(folder, `${entry}.mts`), text);
  // The oldest and the newest stand for those between.
  for (const compiler of compilers.filter((it) => isFull || it !== 'typescript59')) {
    const tsc = resolve('evidence/peers/node_modules', compiler, 'bin/tsc');
    const { stdout } = await node(folder, tsc, '-p', '.', '--outDir', 'out', '--pretty', 'false');
    expect(`${compiler}\n${stdout}`).toBe(`${compiler}\n`);
  }
});

/** Programs pass on optional options, and their own fetch. */
const wrapping = `
import { type CallOptions, createControlClient, ListDevices, type PaginateOptions, type TypedOperation } from 'control-api-sdk';
import { fetch } from 'undici';

type Paged = TypedOperation<{ readonly id: string }, { readonly first?: number }, { readonly things: string }>;

export const control = createControlClient({ fetch });
export const overGlobal = createControlClient({ fetch: globalThis.fetch });
export const around = createControlClient({ fetch: (url, init) => globalThis.fetch(url, { ...init, keepalive: false }) });
export const wrapped = (variables?: Record<string, never>, options?: CallOptions) =>
  control.request(ListDevices, variables, options);
export const untyped = (text: string, variables?: object, options?: CallOptions) => control.execute(text, variables, options);
export const paged = (operation: Paged, variables?: { first?: number }, options?: PaginateOptions<'things'>) =>
  control.paginate(operation, variables, options);
export const meta = async () => (await control.execute(ListDevices)).meta;
`;

test.each(compilers)('a library can declare functions around a client: %s', async (compiler) => {
  await using project = await makeProject(
    'module',
    { 'index.ts': wrapping },
    { declaration: true, skipLibCheck: true },
  );
  expect((await project.check(compiler)).stdout).toBe('');
});
