import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { generateFrom } from './generate-text.ts';

test.each([
  { file: 'relay.ts', from: '*.graphql' },
  { file: 'relay-ast.ts', from: 'common.graphql', documents: 'ast' as const },
])('the type tests stand on what is generated today: $file', async ({ file, from, ...options }) => {
  const output = resolve('test/types/generated', file);
  const text = await generateFrom({
    schema: resolve('test/fixtures/relay.graphql'),
    operations: resolve('test/types/operations', from),
    scalars: { DateTime: 'string' },
    importFrom: '../../../src/index.ts',
    output,
    ...options,
  });
  // `vitest run -u` updates the file.
  await expect(text).toMatchFileSnapshot(output);
});
