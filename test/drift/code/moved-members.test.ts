import ts from 'typescript';
import { expect, test } from 'vitest';
import { MovedMembers } from '../../../src/drift/code/moved-members.ts';

/** The members that differ between two generated files: `Type.path: how`. */
function movedBetween(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map((text) => ts.createSourceFile('/a.ts', text, ts.ScriptTarget.Latest, true));
  if (old === undefined || now === undefined) throw new Error('Two files were parsed.');
  const moved = new MovedMembers(ts, [old], [now]);
  return ['A', 'B', 'E']
    .flatMap((type) => [moved.find({ type, path: [] }) ?? [], moved.within({ type, path: [] })].flat())
    .map(({ type, path, move, hasOtherVariants }) => {
      const more = hasOtherVariants && move === 'type' ? ', other variants' : '';
      return `${[type, ...path].join('.')}: ${move}${more}`;
    });
}

test.for([
  [
    'nothing, if only comments and the layout do',
    'type A = { a: string };',
    'type A = {\n  /** New. */\n  a: string\n}',
    [],
  ],
  ['a member with another type', 'type A = { a: string };', 'type A = { a: string | null };', ['A.a: type']],
  ['a member that is optional now', 'type A = { a: string };', 'type A = { a?: string };', ['A.a: type']],
  [
    'the last member that is gone, and none before it',
    'type A = { a: string, b: 1 };',
    'type A = { a: string };',
    ['A.b: gone'],
  ],
  ['a member that is gone', 'type A = { a: string, b: 1 };', 'type A = { b: 1 };', ['A.a: gone']],
  ['a member that is new', 'type A = { b: 1 };', 'type A = { a: string, b: 1 };', ['A.a: presence']],
  [
    'a member in an object, not the object',
    'type A = { a: { b: string } | null };',
    'type A = { a: { b: number } | null };',
    ['A.a.b: type'],
  ],
  [
    'an object, not what is in it',
    'type A = { a: { b: string } };',
    'type A = { a: { b: string } | null };',
    ['A.a: type'],
  ],
  [
    'an object with all that was in it',
    'type A = { a: { b: string }, c: 1 };',
    'type A = { c: 1 };',
    ['A.a: gone', 'A.a.b: gone'],
  ],
  [
    'a member that is not in each variant any more',
    'type A = { a: Array<{ b: 1 } | { b: 1, c: 2 }> };',
    'type A = { a: Array<{ b: 1 } | { b: 1, c: 2 } | { d: 3 }> };',
    ['A.a: type, other variants', 'A.a.b: presence', 'A.a.d: presence'],
  ],
  [
    'members that name a type that differs',
    `type E = 'x' | 'y'; type A = { a: E | null, b: { c: Array<E> }, d: string };`,
    `type E = 'x'; type A = { a: E | null, b: { c: Array<E> }, d: string };`,
    ['A.a: type', 'A.b.c: type', 'E: type'],
  ],
  [
    'members that name a type that names one that differs',
    `type E = 'x' | 'y'; type B = { e: E }; type A = { a: B };`,
    `type E = 'x'; type B = { e: E }; type A = { a: B };`,
    ['A.a: type', 'B.e: type', 'E: type'],
  ],
  ['a member of an interface', 'interface A { a: string }', 'interface A { a: number }', ['A.a: type']],
  ['an enum', `enum E { X = 'x', Y = 'y' }`, `enum E { X = 'x' }`, ['E: type']],
  [
    'a declared type that is gone',
    `type E = 'x'; type A = { a: E };`,
    'type A = { b: 1 };',
    ['A.a: gone', 'A.b: presence', 'E: gone'],
  ],
] as const)('what differs between two generated files: %s', ([_what, before, after, expected]) => {
  expect(movedBetween(before, after)).toEqual(expected);
});

test('the reason for a declared type that is gone are the members that named it', () => {
  const [old, now] = [`type E = 'x'; type A = { a: { e: E } };`, 'type A = { b: 1 };'].map((text) =>
    ts.createSourceFile('/a.ts', text, ts.ScriptTarget.Latest, true),
  );
  if (old === undefined || now === undefined) throw new Error('Two files were parsed.');
  const moved = new MovedMembers(ts, [old], [now]);
  const gone = moved.find({ type: 'E', path: [] });
  const reasons = gone === undefined ? [] : moved.reasonsOf(gone);
  expect(reasons).toMatchObject([{ type: 'A', path: ['a', 'e'], move: 'gone' }]);
  expect(reasons.flatMap((it) => moved.reasonsOf(it))).toMatchObject([{ type: 'A', path: ['a'], move: 'gone' }]);
});
