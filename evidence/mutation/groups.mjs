import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

/** Files that belong together, and the tests that are about them. */
const table = JSON.parse(readFileSync(new URL('groups.json', import.meta.url), 'utf8'));

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const find = (patterns) => globSync(patterns, { cwd }).sort();

/** What is measured: the runtime without the stubs for browsers, which run nowhere; and of the tools, what judges the truth. */
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

/** What is wrong with the table: a file in no group or in two, a group without tests. */
export const mistakes = [
  ...measured.flatMap((file) => {
    const names = [...groups].filter(([, { files }]) => files.includes(file)).map(([name]) => name);
    return names.length === 1 ? [] : [`${file} is in ${names.length === 0 ? 'no group' : names.join(' and ')}`];
  }),
  ...[...groups].flatMap(([name, { files, tests }]) =>
    files.length > 0 && tests.length > 0 ? [] : [`the group ${name} has no files or no tests`],
  ),
];
