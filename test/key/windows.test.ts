// Apart from the other tests of redaction: texts as long as these cost every mutant (test/mutation) that survives those.
import { expect, test } from 'vitest';
import { createKeyFinder } from '../../src/key/find-keys.ts';
import { createRedactor, REDACTED } from '../../src/key/redact.ts';

const KEY = 'sk_live_9aZ+bQ/x7Lw=Tt0&';

test('a key that stands across the windows of the search is gone once, wherever it stands', () => {
  const encoded = Buffer.from(KEY).toString('hex');
  const redactor = createRedactor([KEY]);
  for (const at of [196_600, 262_140]) {
    const text = `${'.'.repeat(at)} ${encoded} ${'.'.repeat(70_000)}`;
    expect(redactor.text(text)).toBe(text.replace(encoded, REDACTED));
    const list = [...Buffer.from(text.replace(encoded, KEY))];
    expect(createKeyFinder([KEY]).inNumbers(list)).toEqual([[at + 1, at + 1 + KEY.length]]);
  }
});
