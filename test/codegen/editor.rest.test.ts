import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { generateText } from './generate-text.ts';

const schema = `
"A machine."
interface Thing { "What people call it." name: String! }
type Device implements Thing {
  "What people call it."
  name: String!
  """
  How it did.

  @deprecated is no tag here: */ ends nothing.
  """
  score: Int
  tag: String @deprecated(reason: "Use \`name\`.")
  parts: [Thing!]!
}
type App implements Thing { name: String! size: Int }
enum Color { "Like a tomato." RED BLUE @deprecated }
type Query { device(color: Color): Device "Either." found: Device @deprecated things: [Thing!]! }
`;

const operations = `
# Copyright.

# The device of the team.
# There is one.
query One($color: Color) { device(color: $color) { name score tag parts { name } } old: found { name } }

"All things."
query Things { things { name ... on Device { label: tag } } }
`;

const consumer = `
import { One, type OneQuery, type ThingsQuery, Things } from './output.js';
declare const one: OneQuery;
declare const things: ThingsQuery;
export const used = [One, Things];
export const name = one.device?.name;
export const score = one.device?.score;
export const tag = one.device?.tag;
export const part = one.device?.parts[0]?.name;
export const old = one.old?.name;
export const thing = things.things[0]?.name;
export const label = things.things.map((it) => ('label' in it ? it.label : ''));
`;

/** The language service of an editor with these open files. */
function openEditor(files: Record<string, string>): ts.LanguageService {
  const texts = new Map(Object.entries(files).map(([name, text]) => [resolve(name), text]));
  return ts.createLanguageService({
    getCompilationSettings: () => ({
      strict: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      types: [],
      paths: { 'control-api-sdk': [resolve('src/index.ts')] },
      allowImportingTsExtensions: true,
      noEmit: true,
    }),
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = texts.get(name) ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
    readFile: (name) => texts.get(name) ?? ts.sys.readFile(name),
  });
}

const output = await generateText(schema, operations);
const editor = openEditor({ 'output.ts': output, 'consumer.ts': consumer });
const file = resolve('consumer.ts');
const hover = (text: string) => {
  const at = consumer.indexOf(text) + text.length - 1;
  const found = editor.getQuickInfoAtPosition(file, at);
  const tags = found?.tags?.map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`.trim()) ?? [];
  return [ts.displayPartsToString(found?.documentation), ...tags].filter(Boolean).join('\n');
};

test('an editor compiles the output', () => {
  expect(editor.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
});

test('an editor shows the description of a field', () => {
  expect(hover('device?.name')).toBe('What people call it.');
  expect(hover('device?.score')).toBe('How it did.\n\n\\@deprecated is no tag here: *\\/ ends nothing.');
  expect(hover('device?.tag')).toBe('@deprecated Use `name`.');
  expect(hover('parts[0]?.name')).toBe('What people call it.');
  expect(hover('things[0]?.name')).toBe('What people call it.');
  expect(hover('it.label')).toBe('@deprecated Use `name`.');
});

test('an editor shows the comment of an operation', () => {
  expect(hover('used = [One')).toBe('The device of the team.\nThere is one.');
  expect(hover('One, Things')).toBe('All things.');
});

test('an editor strikes through exactly the deprecated fields', () => {
  const struck = editor.getSuggestionDiagnostics(file).filter((it) => it.reportsDeprecated);
  const texts = struck.map(({ start, length }) => consumer.slice(start, start + length));
  expect(texts).toEqual(['tag', 'old', 'label']);
});
