import * as grammar from '@0no-co/graphql.web';
import { expect, test, vi } from 'vitest';
import { readOperation } from '../../src/call/read-operation.ts';

vi.mock('@0no-co/graphql.web', { spy: true });
const parse = vi.mocked(grammar.parse);
const print = vi.mocked(grammar.print);

test('a text is parsed once, however often it is sent', () => {
  parse.mockClear();
  const first = readOperation('query Often { a }');
  expect(readOperation('query Often { a }')).toEqual(first);
  expect(parse).toHaveBeenCalledTimes(1);
});

test('a syntax tree is printed once', () => {
  const tree = grammar.parse('query Tree { a }');
  print.mockClear();
  expect(readOperation(tree)).toEqual(readOperation(tree));
  expect(print).toHaveBeenCalledTimes(1);
});

test('500 texts are remembered; with one more, all are forgotten: texts made anew for each call fill no memory', async () => {
  vi.resetModules();
  const { readOperation } = await import('../../src/call/read-operation.ts');
  const { parse } = vi.mocked(await import('@0no-co/graphql.web'));
  const parsed = (from: number, to: number): number => {
    parse.mockClear();
    for (let n = from; n < to; n++) readOperation(`query Made { a(n: ${n}) }`);
    return parse.mock.calls.length;
  };
  expect(parsed(0, 500)).toBe(500);
  expect(parsed(0, 500)).toBe(0);
  expect(parsed(500, 501)).toBe(1);
  expect(parsed(500, 501)).toBe(0);
  expect(parsed(0, 1)).toBe(1);
});
