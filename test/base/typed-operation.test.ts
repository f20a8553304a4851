import { expect, test } from 'vitest';
import { TypedOperation } from '../../src/base/typed-operation.ts';

test('an operation is its text, frozen, with its origin only if that is known', () => {
  const about = { name: 'A', kind: 'query', connections: {} } as const;
  const origin = { file: 'operations/a.graphql', schema: 'type Query { a: Int }' };
  const known = new TypedOperation('query A { a }', { ...about, origin });
  expect([`${known}`, known.operationName, known.operationKind, known.origin]).toEqual([
    'query A { a }',
    'A',
    'query',
    origin,
  ]);
  expect(Object.isFrozen(known)).toBe(true);
  expect(new TypedOperation('query A { a }', about)).not.toHaveProperty('origin');
});
