import ts from 'typescript';
import { expect, test } from 'vitest';
import { affectedFiles } from '../../../src/drift/code/affected-files.ts';

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noLib: true,
  types: [],
  allowJs: true,
};

/** The names of the files that a change of `/generated.ts` can reach. */
function affectedIn(files: Readonly<Record<string, string>>): readonly string[] {
  const texts = new Map(
    Object.entries({ 'generated.ts': 'export type Name = string; export const name = 1;', ...files }).map(
      ([name, text]) => [`/${name}`, text],
    ),
  );
  const host: ts.CompilerHost = {
    getSourceFile: (file, settings) => {
      const text = texts.get(file);
      return text === undefined ? undefined : ts.createSourceFile(file, text, settings);
    },
    fileExists: (file) => texts.has(file),
    readFile: (file) => texts.get(file),
    getDefaultLibFileName: () => '/lib.d.ts',
    writeFile: () => {},
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const program = ts.createProgram({ rootNames: [...texts.keys()], options, host });
  const found = affectedFiles(ts, program, (path) => path === '/generated.ts');
  return found.map(({ fileName }) => fileName.slice(1)).sort();
}

test.for([
  ['an import', { 'a.ts': `import { name } from './generated.js'; name;` }],
  ['an import for its types', { 'a.ts': `import type { Name } from './generated'; let a: Name; export { a };` }],
  ['an export', { 'a.ts': `export * from './generated';` }],
  ['an import when it runs', { 'a.ts': `export const load = () => import('./generated');` }],
  ['an import in a type', { 'a.ts': `export let a: import('./generated').Name;` }],
  ['an import by assignment', { 'a.ts': `import generated = require('./generated'); export { generated };` }],
  ['a call of require', { 'a.js': `export const { name } = require('./generated');` }],
  ['a type in a comment', { 'a.js': `/** @type {import('./generated').Name} */\nexport const a = 'a';` }],
  [
    'an import in a comment',
    { 'a.js': `/** @import { Name } from './generated' */\n/** @type {Name} */ export const a = '';` },
  ],
  [
    'an import through other files, also in a circle',
    {
      'a.ts': `export * from './b'; export * from './c';`,
      'b.ts': `export * from './a'; export * from './c';`,
      'c.ts': `export { name } from './generated';`,
    },
  ],
] as const)('the files that a generated one reaches: %s', ([_what, files]) => {
  const unrelated = {
    'other.ts': `export const name = './generated'; declare function print(text: string): void; print('./generated');`,
  };
  expect(affectedIn({ ...files, ...unrelated })).toEqual([...Object.keys(files), 'generated.ts']);
});

test.for([
  ['declares something global', `import './generated'; declare global { var device: string; }`],
  ['extends another module', `import './generated'; declare module './other' { interface A { a: 1 } }`],
  ['extends the generated one', `export {}; declare module './generated' { interface A { a: 1 } }`],
] as const)('a reached file that %s reaches every file', ([_what, text]) => {
  expect(affectedIn({ 'a.ts': text, 'other.ts': 'export interface A { b: 1 }' })).toEqual([
    'a.ts',
    'generated.ts',
    'other.ts',
  ]);
});

test('a reached file that is no module reaches every file, but no package', () => {
  const generated = { 'generated.ts': 'declare var device: string;', 'other.ts': `export * from 'library';` };
  const library = {
    'node_modules/library/package.json': '{ "name": "library", "types": "index.d.ts" }',
    'node_modules/library/index.d.ts': 'export declare const a: 1;',
  };
  expect(affectedIn({ ...generated, ...library })).toEqual(['generated.ts', 'other.ts']);
});
