import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ApiKey } from '../../src/key/api-key.ts';
import { KeyKeeper } from '../../src/key/key-keeper.ts';
import { REDACTED } from '../../src/redaction/redact.ts';

describe('a keeper', () => {
  const keyOf = (value: string): ApiKey => new ApiKey(value, 'a test', false);

  test('scrubs of every key that was ever admitted, those that came later too', () => {
    const keeper = new KeyKeeper();
    const { redactor } = keeper;
    const text = 'the-first-key, the-second-key';
    expect(redactor.text(text)).toBe(text);
    keeper.admit(keyOf('the-first-key'));
    keeper.admit(keyOf('the-first-key'));
    expect(redactor.text(text)).toBe(`${REDACTED}, the-second-key`);
    keeper.admit(keyOf('the-second-key'));
    expect(redactor.text(text)).toBe(`${REDACTED}, ${REDACTED}`);
    expect(redactor.json([text])).toEqual([`${REDACTED}, ${REDACTED}`]);
    expect(redactor.cause(new Error(text))).toMatchObject({ message: `${REDACTED}, ${REDACTED}` });
  });

  test('copies even while it knows no key', () => {
    const value = { a: [{ b: 1 }] };
    const copy = new KeyKeeper().redactor.json(value);
    expect(copy).toEqual(value);
    expect((copy as typeof value).a[0]).not.toBe(value.a[0]);
  });

  test('remembers the last thousand keys, and no more', () => {
    const keeper = new KeyKeeper();
    const nameOf = (at: number): string => createHash('sha256').update(String(at)).digest('hex');
    for (let at = 0; at <= 1000; at++) keeper.admit(keyOf(nameOf(at)));
    expect(keeper.redactor.text(nameOf(0))).toBe(nameOf(0));
    expect(keeper.redactor.text(nameOf(1))).toBe(REDACTED);
    expect(keeper.redactor.text(nameOf(1000))).toBe(REDACTED);
  });
});
