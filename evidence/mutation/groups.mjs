import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

/** Files that belong together, and their tests. */
const table = JSON.parse(readFileSync(new URL('groups.json', import.meta.url), 'utf8'));

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const find = (patterns) => globSync(patterns, { cwd }).sort();

/** The measured files: the runtime without the stubs for browsers, and of the tools the judges of drift. */
export const measured = find([
  'src/{base,browser,call,client,key,paging,redaction,transport}/**/*.ts',
  'src/{codegen/output,drift/compare,graphql/introspection,graphql/selections}/*.ts',
  'src/{errors,graphql/hidden-inputs}.ts',
  '!src/browser/*stub.ts',
]);

/** Each group by name, with its files and its tests as paths. */
export const groups = new Map(
  Object.entries(table).map(([name, { files, tests }]) => [
    name,
    {
      files: find(files.map((file) => `src/${file}.ts`)),
      tests: find(tests.map((test) => `test/${test}.test.ts`)),
    },
  ]),
);

/** The names that a pattern with braces stands for. */
function namesIn(pattern) {
  const [, before, list, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').map((name) => before + name + after);
}

const isFound = (pattern) => find([pattern]).length > 0;

/** The mistakes in the table: a file in no group or in two, a group without tests, a name of no file. */
export const mistakes = [
  ...measured.flatMap((file) => {
    const names = [...groups].filter(([, { files }]) => files.includes(file)).map(([name]) => name);
    return names.length === 1 ? [] : [`${file} is in ${names.length === 0 ? 'no group' : names.join(' and ')}`];
  }),
  ...Object.entries(table).flatMap(([name, { files, tests }]) =>
    [
      ...files.flatMap(namesIn).map((file) => `src/${file}.ts`),
      ...tests.flatMap(namesIn).map((test) => `test/${test}.test.ts`),
    ].flatMap((pattern) => (isFound(pattern) ? [] : [`the group ${name} names ${pattern}, and there is none`])),
  ),
  ...[...groups].flatMap(([name, { files, tests }]) =>
    files.length > 0 && tests.length > 0 ? [] : [`the group ${name} has no files or no tests`],
  ),
];
