import { expect, test } from 'vitest';
import { isControlApiError } from '../../src/errors.ts';
import { paged, readAll, sdlOf, type Tamper } from './schema-service.ts';

/** The name of an argument, or of its type, in place of that of the schema. */
const renaming =
  (find: string, name: unknown): Tamper =>
  (_, data) =>
    JSON.parse(JSON.stringify(data), (_key, value: unknown) => (value === find ? name : value));

test.each(['String) { evil }', 'String!', '[String]', 'String\n', '', '1st', 'Ünicode', 'x'.repeat(300), null, 7])(
  'a name from the server gets into a document only if it is a valid name: %j',
  async (name) => {
    const { result, sent } = await readAll(`scalar Cursor ${paged('Cursor')}`, renaming('Cursor', name));
    expect(isControlApiError(result, 'incomplete_list')).toBe(true);
    for (const { text } of sent) expect(text).not.toContain('ListDevices');
  },
);

test('a name from the server is short, harmless and free of keys in a message', async () => {
  const required = (name: string) => [sdlOf('needed: Int!'), renaming('needed', name)] as const;
  const long = await readAll(...required('x'.repeat(80)));
  expect(String(long.result)).toContain(`\`${'x'.repeat(80)}\``);
  for (const name of ['a\u001b[31m', 'a\nb', 'a\u202e', '$&', 'x'.repeat(81), 'x'.repeat(10_000)]) {
    expect(String((await readAll(...required(name))).result)).toContain('`?`');
  }
  const key = 'secret_key_0123456789';
  const scrub = (text: string) => text.replaceAll(key, '[redacted]');
  const { result } = await readAll(...required(`${'y'.repeat(59)}${key}`), scrub);
  expect(String(result)).toContain(`\`${'y'.repeat(59)}[redacted]\``);
});
