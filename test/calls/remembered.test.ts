import { parse } from 'graphql';
import { afterAll, expect, test, vi } from 'vitest';
import { printDocument } from '../../src/call/document/print-document.ts';
import { readDocument } from '../../src/call/document/read-document.ts';
import { readOperation } from '../../src/call/document/read-operation.ts';

// Other test files of this thread share its modules.
vi.hoisted(() => vi.resetModules());
vi.mock('../../src/call/document/read-document.ts', { spy: true });
vi.mock('../../src/call/document/print-document.ts', { spy: true });
afterAll(() => {
  vi.doUnmock('../../src/call/document/read-document.ts');
  vi.doUnmock('../../src/call/document/print-document.ts');
  vi.resetModules();
});
const read = vi.mocked(readDocument);
const print = vi.mocked(printDocument);

test('a document is parsed once for all calls', () => {
  read.mockClear();
  const first = readOperation('query Often { a }');
  expect(readOperation('query Often { a }')).toEqual(first);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a syntax tree is printed once', () => {
  const tree = parse('query Tree { a }');
  print.mockClear();
  expect(readOperation(tree)).toEqual(readOperation(tree));
  expect(print).toHaveBeenCalledTimes(1);
});

test('500 documents are remembered, and with one more the oldest is forgotten', async () => {
  vi.resetModules();
  const { readOperation } = await import('../../src/call/document/read-operation.ts');
  const { readDocument: read } = vi.mocked(await import('../../src/call/document/read-document.ts'));
  const timesRead = (from: number, to: number): number => {
    read.mockClear();
    for (let n = from; n < to; n++) readOperation(`query Made { a(n: ${n}) }`);
    return read.mock.calls.length;
  };
  expect(timesRead(0, 500)).toBe(500);
  expect(timesRead(0, 500)).toBe(0);
  expect(timesRead(500, 501)).toBe(1);
  expect(timesRead(1, 501)).toBe(0);
  expect(timesRead(0, 1)).toBe(1);
});
