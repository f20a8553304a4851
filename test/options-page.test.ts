import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { codegenConfig } from '../src/cli/init/init-files.ts';
import { blocksOf } from './helpers/markdown.ts';

/** The types of options, and the page that documents each. */
const documented: readonly (readonly [options: string, file: string, page: string])[] = [
  ['ControlClientOptions', 'src/client/options.ts', 'docs/README.md'],
  ['CallOptions', 'src/call/options/call-options.ts', 'docs/README.md'],
  ['DevicesOptions', 'src/paging/devices.ts', 'docs/lists.md'],
  ['PaginateOptions', 'src/paging/paginate-operation.ts', 'docs/lists.md'],
  ['ControlApiCodegenOptions', 'src/codegen/codegen-options.ts', 'docs/operations.md'],
  ['OutputOptions', 'src/codegen/output/output.ts', 'docs/operations.md'],
  ['EmulatorOptions', 'src/emulator/emulator-options.ts', 'docs/emulator.md'],
  ['WorldContent', 'src/emulator/world/model/world-options.ts', 'docs/emulator.md'],
  ['EmulatedServiceOptions', 'src/testing/use-emulator.ts', 'docs/testing.md'],
  ['MockFailure', 'src/testing/mock-answer.ts', 'docs/testing.md'],
  ['IntrospectOptions', 'src/graphql/introspection/index.ts', 'docs/drift.md'],
  ['DriftInput', 'src/drift/model/drift.ts', 'docs/drift.md'],
  ['DriftPolicy', 'src/drift/model/policy.ts', 'docs/drift.md'],
  ['WatchDriftOptions', 'src/drift/watch/watch-drift.ts', 'docs/observability.md'],
  ['ControlApiErrorDetails', 'src/errors.ts', 'docs/errors.md'],
  ['ControlApiError', 'src/errors.ts', 'docs/errors.md'],
];

/** The names of the members of an interface or a class in its file. */
function membersOf(name: string, file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const declared = source.statements.filter((it) => ts.isInterfaceDeclaration(it) || ts.isClassDeclaration(it));
  const found = declared.find((it) => it.name?.text === name);
  if (!found) throw new Error(`${file} has no interface or class ${name}.`);
  return [...found.members].flatMap(({ name: member }) => (member && ts.isIdentifier(member) ? [member.text] : []));
}

test.each(documented)('each option of %s (%s) is on %s', (options, file, page) => {
  const text = readFileSync(page, 'utf8');
  const members = membersOf(options, file);
  expect(members).not.toEqual([]);
  expect(members.filter((member) => !new RegExp(`\`[^\`\n]*\\b${member}\\b[^\`\n]*\``).test(text))).toEqual([]);
});

test('the config that the manual shows is the one that `init` writes', () => {
  expect(blocksOf('docs/operations.md').map(({ text }) => text)).toContain(
    codegenConfig('src/generated/control-api.ts'),
  );
});

test.each(globSync('docs/*.md').sort())('the page %s begins with its purpose', (page) => {
  expect(readFileSync(page, 'utf8')).toMatch(/^# .+\n\n[\w`]/);
});
