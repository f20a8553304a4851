import { expect, test } from 'vitest';
import { generate } from '../../src/codegen/generate.ts';
import { controlApiCodegen } from '../../src/codegen/index.ts';
import { loadSchema } from '../../src/codegen/load-schema.ts';
import { assertVersions, loadPeer } from '../../src/graphql/files/load-peer.ts';
import { peerVersions, withMajor } from '../../src/graphql/files/package-manager.ts';
import { readOperationSources } from '../../src/graphql/files/read-operations.ts';
import { messageOf, texts } from '../helpers/texts.ts';
import { withFiles } from './generate-text.ts';

test('the messages of the code generation read as reviewed', async () => {
  const parts: (readonly [string, string])[] = [];
  await withFiles({ 'empty.ts': 'export const nothing = 1;', 'broken.ts': 'export default {' }, async (cwd) => {
    const failing = async (what: string, work: () => unknown) =>
      parts.push([what, (await messageOf(work)).replaceAll(cwd, '.').split('\n', 1).join('')]);
    await failing('no config', () => generate('none.ts', { check: false, cwd }));
    await failing('a config that exports none', () => generate('empty.ts', { check: false, cwd }));
    await failing('two sources of the schema', () =>
      controlApiCodegen({ baseUrl: 'http://127.0.0.1:1', schema: 's.graphql', operations: '*', output: 'o.ts' }),
    );
    const mistyped: object = { schma: 'schema.graphql' };
    await failing('a mistyped option', () => controlApiCodegen({ operations: '*', output: 'o.ts', ...mistyped }));
    await failing('no source of the schema', () => loadSchema({}, cwd));
    await failing('a snapshot that is missing', () => loadSchema({ schema: 'none.graphql' }, cwd));
    await failing('operations that are missing', () => readOperationSources({ patterns: ['none'], cwd }));
    await failing('code that is not code', () => readOperationSources({ patterns: ['broken.ts'], cwd }));
  });
  parts.push([
    'a package that is not installed',
    await messageOf(() =>
      loadPeer('Generating', Object.keys(peerVersions), () => {
        throw Object.assign(new Error("Cannot find package 'graphql'"), { code: 'ERR_MODULE_NOT_FOUND' });
      }),
    ),
  ]);
  for (const [what, version] of [
    ['a package that is too old', '15.8.0'],
    ['a package that lacks a minor', '16.8.2'],
    ['a package that is too new', '18.0.0'],
  ] as const)
    parts.push([what, await messageOf(async () => assertVersions('Generating', ['graphql'], () => version))]);
  // The newest supported version depends on the version of Node.
  const text = texts(parts)
    .replaceAll(withMajor('graphql'), 'graphql@<newest>')
    .replaceAll(withMajor('msw'), 'msw@<newest>');
  await expect(text).toMatchFileSnapshot('__snapshots__/messages.txt');
});

test.each(['16.9.0', '16.15.0', '17.0.0', '17.4.1'])('the version %s of graphql is accepted', (version) => {
  expect(() => assertVersions('Generating', ['graphql'], () => version)).not.toThrow();
});
