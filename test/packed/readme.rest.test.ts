import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { codegenConfig, devicesOperation } from '../../src/cli/init/init-files.ts';
import { type Ended, ended, start } from '../helpers/cli.ts';
import { type Block, blocksOf, commandLinesOf, commandsOf, outputAfter, writeOutput } from '../helpers/markdown.ts';
import { nodes } from '../helpers/nodes.ts';
import { faultsOf } from './command-check.ts';
import { tsdocExamples } from './tsdoc-examples.ts';

/*
 * The blocks of the manual by language: `ts` is compiled and run (without the compiler if it has no types), `ts no-run` compiled,
 * `graphql` generated from (into ./generated/control-api.js), and every command in `sh` looked up in the help of the program. The
 * examples in TSDoc are compiled too.
 */

const documents = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs').map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md') && existsSync(name));

mkdirSync('.tmp', { recursive: true });
/** Inside the repository, so that imports of other packages resolve. */
const project = mkdtempSync(resolve('.tmp/manual-'));
const tsdoc = join(project, 'tsdoc.ts');
const running = new Set<ReturnType<typeof start>>();
interface Service {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}
/** A schema with fields for the operations of the manual. */
let emulator: Service;

const folderOf = (document: string) => join(project, basename(document, '.md'));
const sourceOf = (document: string, block: Block) => join(folderOf(document), 'src', `line-${block.line}.ts`);
/** Whether another test runs the block, because it names a file: evidence/frameworks, readme-steps, production-page, javascript. */
const isFile = ({ words }: Block) => words.some((word) => /[./]|^Dockerfile$/.test(word));
const examplesOf = (document: string) =>
  blocksOf(document).filter((block) => block.language === 'ts' && !isFile(block));

beforeAll(async () => {
  const installed = join(project, 'node_modules/control-api-sdk');
  cpSync(join(inject('installed'), 'node_modules/control-api-sdk'), installed, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const { startEmulator } = await import(pathToFileURL(join(installed, 'dist/emulator.mjs')).href);
  emulator = await startEmulator({ schema: 'docs/invented.graphql' });

  for (const document of documents) {
    const folder = folderOf(document);
    mkdirSync(join(folder, 'operations'), { recursive: true });
    cpSync('docs/invented.graphql', join(folder, 'schema.graphql'));
    const operations = blocksOf(document).filter(({ language }) => language === 'graphql');
    for (const { line, text } of operations) writeFileSync(join(folder, `operations/line-${line}.graphql`), text);
    // Examples may use the operation of `init`.
    if (!operations.some(({ text }) => /\bListDevices\b/.test(text)))
      writeFileSync(join(folder, 'operations/devices.graphql'), devicesOperation);
    for (const name of ['codegen.ts', 'codegen.mjs'])
      writeFileSync(join(folder, name), codegenConfig('src/generated/control-api.ts'));
  }
  const [first, ...others] = documents.map(folderOf);
  for (const { code, stderr } of await Promise.all([
    run([join(installed, 'dist/cli.cjs'), 'generate'], first ?? expect.unreachable('there is no document')),
    generateIn(others),
  ]))
    expect(code, stderr).toBe(0);
  for (const document of documents) {
    for (const block of examplesOf(document)) {
      writeFileSync(sourceOf(document, block), block.text);
      for (const [, name = ''] of block.text.matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/g)) lend(name);
    }
  }
  writeFileSync(tsdoc, tsdocExamples());
  compile();
});

afterAll(async () => {
  for (const child of running) child.kill();
  await emulator?.close();
  rmSync(project, { recursive: true, force: true });
});

/** The generator with the packed preset, in one process for all folders, since loading it takes longest. */
function generateIn(folders: readonly string[]): Promise<Ended> {
  const program = `
    import { generate } from '@graphql-codegen/cli';
    for (const folder of ${JSON.stringify(folders)}) {
      process.chdir(folder);
      const { default: config } = await import('file://' + folder + '/codegen.mjs');
      await generate({ ...config, silent: true }, true);
    }`;
  const child = start(process.execPath, ['--input-type=module'], {}, project);
  running.add(child);
  return ended(child, program).finally(() => running.delete(child));
}

/** Makes packages of these tests importable from the examples. */
function lend(name: string): void {
  const from = resolve('evidence/peers/node_modules', name);
  const to = join(project, 'node_modules', name);
  if (existsSync(resolve('node_modules', name)) || existsSync(to) || !existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}

function run(args: readonly string[], cwd: string, node = process.execPath) {
  const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
  const child = start(node, args, env, cwd);
  running.add(child);
  return ended(child).finally(() => running.delete(child));
}

/** The strictest flags, except that an example need not use its values. */
const strictest: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
};

/** Whether an example is valid JavaScript. Then it runs without a compiler, as a reader may copy it. */
function isJavaScript({ text }: Block): boolean {
  const isTyped = (node: ts.Node): boolean =>
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ((ts.isImportSpecifier(node) || ts.isImportClause(node)) && node.isTypeOnly) ||
    ts.forEachChild(node, (inner) => isTyped(inner) || undefined) === true;
  return !isTyped(ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext));
}

function asWritten(document: string, block: Block): string {
  const file = sourceOf(document, block).replace(/\.ts$/, '-as-written.mjs');
  writeFileSync(file, block.text);
  return file;
}

/** The reports of the compiler for the examples of each document and for their generated code, with the place. */
const reported = new Map<string, string[]>([...documents, tsdoc].map((document) => [document, []]));

/** Compiles all examples as one program, because they share the libraries. */
function compile(): void {
  const examples = new Map(
    documents.flatMap((document) => examplesOf(document).map((block) => [sourceOf(document, block), block] as const)),
  );
  const bridge = join(folderOf('docs/observability.md'), 'src/opentelemetry.ts');
  cpSync('docs/opentelemetry.ts', bridge);
  lend('@opentelemetry/api');
  const program = ts.createProgram([...examples.keys(), tsdoc, bridge], strictest);
  program.emit();
  for (const { file, start: at = 0, messageText } of ts.getPreEmitDiagnostics(program)) {
    const path = file === undefined ? '' : resolve(file.fileName);
    const line = (file?.getLineAndCharacterOfPosition(at).line ?? 0) + (examples.get(path)?.line ?? 1);
    // A report outside of all documents, such as one about a library, belongs to all of them.
    const about = [...reported.keys()].filter((it) => path === it || path.startsWith(`${folderOf(it)}${sep}`));
    for (const document of about.length > 0 ? about : reported.keys())
      reported
        .get(document)
        ?.push(`${examples.has(path) ? document : path}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
}

describe.each(documents)('%s', (document) => {
  const examples = examplesOf(document);
  if (examples.length > 0) {
    test('every TypeScript example compiles under the strictest flags', () => {
      expect(reported.get(document)).toEqual([]);
    });
  }

  test('every block has a language, and is run, looked up or an output', () => {
    const others = blocksOf(document).filter((block) => !isFile(block) && !/^(ts|sh|graphql)$/.test(block.language));
    expect(
      others.filter(
        ({ language, words }) => !/^(text|json|ya?ml|markdown|mermaid)$/.test(language) && !words.includes('no-run'),
      ),
    ).toEqual([]);
  });

  const runs = examples
    .filter(({ words }) => !words.includes('no-run'))
    .flatMap((block) => nodes(24).map(({ program, version }) => ({ ...block, block, program, version })));
  test.for(runs)(
    'the example on line $line runs on Node $version, and prints what the page shows',
    async ({ block, program }) => {
      const { code, stdout, stderr } = await run(
        [isJavaScript(block) ? asWritten(document, block) : sourceOf(document, block).replace(/\.ts$/, '.js')],
        folderOf(document),
        program,
      );
      expect(code, stderr).toBe(0);
      const shown = outputAfter(document, block);
      if (shown === undefined || shown === stdout) return;
      if (process.env['UPDATE_DOCS'] === '1') writeOutput(document, block, stdout);
      else expect(stdout).toBe(shown);
    },
  );

  test('every named command and option exists', () => {
    const faults = commandLinesOf(document).flatMap(({ line, text }) =>
      commandsOf(text).flatMap((command) => faultsOf(command).map((fault) => `${document}:${line}: ${fault}`)),
    );
    expect(faults).toEqual([]);
  });
});

test('every example in TSDoc compiles', () => {
  expect(tsdocExamples().match(/function example/g)?.length).toBeGreaterThan(8);
  expect(reported.get(tsdoc)).toEqual([]);
});

test('the manual shows examples and commands', () => {
  expect(documents.flatMap(examplesOf).length).toBeGreaterThan(12);
  expect(commandLinesOf('README.md').length).toBeGreaterThan(10);
});

test('a command that does not exist is found', () => {
  const faults = (line: string) => commandsOf(line).flatMap(faultsOf);
  expect(faults("npx control-api-sdk devices --format json | jq '.[0].id' # all of them")).toEqual([]);
  expect(faults('CONTROL_API_URL=x control-api emulator --count Device=3 -- npx control-api-sdk devices')).toEqual([]);
  expect(faults('control-api gadgets')).toEqual(['control-api has no command “gadgets”']);
  expect(faults('control-api schema push')).toEqual(['control-api has no command “schema push”']);
  expect(faults('control-api devices --fromat json')).toEqual(['control-api devices has no option --fromat']);
  expect(faults('control-api emulator -- control-api schema show --deep')).toEqual([
    'control-api schema show has no option --deep',
  ]);
  expect(faults('npm install --save-dev graphql')).toEqual([
    expect.stringContaining('must be installed as @16 or @17'),
  ]);
  expect(faults('npm run nothing')).toEqual(['there is no script nothing']);
});
