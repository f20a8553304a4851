import { parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { printDocument } from '../../src/call/document/print-document.ts';
import { readDocument } from '../../src/call/document/read-document.ts';

test('a document is read as definitions with kind, name and outermost selection', () => {
  const text = `\ufeff# a comment { query
      "described" query Q($a: [Int!]! = [1, 2] @d(x: {y: "}"}), $b: I = {c: [")"]}) @e @f(g: 1) { a: b(c: {d: [1]}) @h { i } ...F @j }
      """ a block "with" quotes, \\""" and } """
      mutation M { ... on T @k(l: 2) { m } ... @n { o } ... { p(q: """ "r" \\""" { """) { s } } }
      fragment F on T @t { u, v:w }
      subscription { x(y: -1.5e+3, z: 0) }
      { on: fragment, query }`;
  expect(readDocument(text)).toEqual([
    { type: 'query', name: 'Q', roots: ['a:b', '...F'] },
    { type: 'mutation', name: 'M', roots: ['m', 'o', 'p'] },
    { type: 'fragment', name: 'F', roots: ['u', 'v:w'] },
    { type: 'subscription', name: undefined, roots: ['x'] },
    { type: 'query', name: undefined, roots: ['on:fragment', 'query'] },
  ]);
  expect(readDocument('')).toEqual([]);
  expect(readDocument(' # nothing')).toEqual([]);
});

test.each([
  ...['?', '{ a } ?', '{ a } ;', '{ a', '{ }', '{', 'a', 'queryx { a }', 'myquery { a }', 'type T { a: B }'],
  ...[
    'query "A" { a }',
    '{ "a" }',
    '{ a "x y" }',
    '{ a "x" }',
    '{ 1a }',
    '{ a: 1 }',
    '{ a: }',
    '{ a( }',
    '{ a(b: [) }',
  ],
  ...['fragment F only T { a }', 'fragment F xon T { a }', 'fragment F on { a }', 'fragment F on "T" { a }'],
  ...['query A', 'query A(', 'query A(a: 1', 'query A @ { a }', 'query A @"d" { a }', '{ ...F @ }', '{ ... on }'],
  ...['{ ... on "T" { a } }', '{ ...1 }', '"a" "b" { a }', '{ a } "b"', '{ a(b: "c) }', '{ a(b: """c) }', '{ a }\0'],
  ...['{ a(b: """c \\""") }', '{ a(b: [1) }', '{ ... on { a } }', '{ a @ }', 'fragment F T { a }', '{ a; }'],
  ...['query "{" a }', 'query { a } }', '{ a(b: "\\\n") }', '{ a.b }', '{ ..a }', '{ a } extend type T { b: C }'],
])('a document of other parts than operations and fragments is left to the server: %j', (text) => {
  expect(readDocument(text)).toBeUndefined();
});

test.each([
  '{ a }',
  'query { a }',
  'query ($a: Int) { a }',
  'query Q { a }',
  'query Q($a: Int = 1, $b: [S!]! = ["x", "y"] @d @e(f: 1), $c: I = {g: {h: [1, 2.5]}, i: null}) @j @k(l: true, m: E) { a }',
  'mutation M { a: b(c: $d, e: {f: "g", h: -1}) @i(j: 1) @k { l { m } n } ...F @o ... on T @p { q } ... { r } ... @s { t } }',
  'subscription { query { a } }',
  'query Q { ...F } fragment F on T @d(e: "\\"\\\\ \\n\\u0001é") { a { b, c } d } fragment G on U { e }',
  'query query { query: fragment }',
])('a syntax tree is printed as graphql-js prints it: %s', (text) => {
  expect(printDocument(parse(text) as never)).toBe(print(parse(text)));
});

test('a printed syntax tree has the same content, block strings included', () => {
  const tree = parse('{ a(b: """\n  two\n    lines " of \\""" it\n""") }', { noLocation: true });
  const again = parse(printDocument(tree as never), { noLocation: true });
  expect(JSON.stringify(again).replaceAll('"block":false', '"block":true')).toBe(JSON.stringify(tree));
});

test.each([
  undefined,
  'text',
  {},
  { kind: 'Odd' },
  { kind: 'Document', definitions: [{ kind: 'ObjectTypeDefinition' }] },
  { kind: 'OperationDefinition', operation: 'query' },
  { kind: 'Field' },
])('an invalid syntax tree is refused: %j', (tree) => {
  expect(() => printDocument(tree as never)).toThrow('not a node of an operation');
});
