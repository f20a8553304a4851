import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type DocumentNode, getIntrospectionQuery, Kind, parse, type SelectionSetNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { TypedOperation } from '../../src/base/typed-operation.ts';
import { readDocument } from '../../src/call/document/read-document.ts';
import { readOperation, textOf } from '../../src/call/document/read-operation.ts';

describe('an operation’s kind is read from its text', () => {
  const tricky: [text: string, kind: string | undefined][] = [
    ['{ team { devices { nodes { id } } } }', 'query'],
    ['query { mutation: team { devices { nodes { id } } } }', 'query'],
    ['# mutation\nquery Q { a }', 'query'],
    ['query Q($text: String = "} mutation { b") { a(text: $text) }', 'query'],
    ['query Q { a(text: """\n} mutation M { b }\n""") }', 'query'],
    ['query mutation { a }', 'query'],
    ['mutation query { a }', 'mutation'],
    ['\uFEFF,,, mutation { a }', 'mutation'],
    ['fragment F on Mutation { a } mutation { ...F }', 'mutation'],
    ['query A { a } mutation B { b }', 'mutation'],
    ['subscription S { a }', 'subscription'],
    ['fragment F on Query { a }', undefined],
    ['', undefined],
    ['mutation {', undefined],
    ['type Query { a: Int }', undefined],
    // Parsers differ on the end of a comment, and some servers execute this as a mutation.
    ['#\0 query { a(x: """ #\n mutation { b } #\0 """) }', undefined],
    ['# a comment \u2028 mutation { b }\n{ a }', undefined],
    ['# a comment\r mutation { b } # query { a }', 'mutation'],
    ['"""A description.""" query Q { a }', 'query'],
  ];
  test.each(tricky)('the kind of an operation is read from its text: %j', (text, kind) => {
    const name = text.startsWith('query A') ? 'B' : undefined;
    expect(readOperation(text, name).kind).toBe(kind);
  });

  test('a string that is too long is a configuration error', () => {
    const read = () => readOperation(`query { a(text: "${'x'.repeat(9_000_000)}") }`);
    expect(read).toThrow(expect.objectContaining({ code: 'configuration' }));
    expect(read).toThrow(
      'The document has 9 MB, and a string in it is too long to be read. Pass long values as variables.',
    );
  });

  test('every operation of this repository is read as by graphql-js', () => {
    const files = ['operations', 'test/codegen', 'test/drift'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    );
    let read = 0;
    for (const file of files.filter((name) => name.endsWith('.graphql'))) {
      const text = readFileSync(file, 'utf8');
      const operations = parse(text).definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION);
      if (operations.length !== 1) continue;
      const [operation] = operations;
      expect(readOperation(text)).toMatchObject({ kind: operation?.operation, name: operation?.name?.value });
      read++;
    }
    expect(read).toBeGreaterThan(1);
  });

  test('a document of any definitions is read as by graphql-js', () => {
    const words = ['query', 'mutation', 'fragment', 'on', 'A', 'b', '__typename', '...', '{', '}', '(', ')', '[', ']'];
    const rest = [':', '$', '@', '!', '=', '1', '-2.5e3', '"t"', '"\\""', '""', '"""x"""', '#', '\n', ',', '\ufeff'];
    const valid = [
      'query A($b: [In!] = [{ c: 1 }] @d) @e(f: "}") { g: h(i: $b, j: """{""") @k { ...L ... on M @n { o } ... { p } } }',
      'mutation B { __typename ...C } fragment C on D @e { __schema { f } }',
      '{ a } query B { ...F } fragment E on F { ...G }',
    ];
    const pieces = valid.map((text) => text.match(/\w+|\.{3}|""".*?"""|"[^"]*"|\S/g) ?? []);
    const document = fc
      .record({
        pieces: fc.constantFrom(...pieces),
        at: fc.nat(60),
        deleted: fc.nat(2),
        put: fc.array(fc.constantFrom(...words, ...rest), { maxLength: 4 }),
      })
      .map((it) => it.pieces.toSpliced(it.at, it.deleted, ...it.put).join(' '));
    let understood = 0;
    fc.assert(
      fc.property(document, (text) => {
        const expected = asGraphqlJsReads(text);
        if (!expected) return;
        understood++;
        expect(readDocument(text)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
    expect(understood).toBeGreaterThan(300);
  });

  test('a document counts as its most powerful operation, whatever texts and comments surround it', () => {
    const kinds = ['query', 'mutation', 'subscription'] as const;
    const definition = fc.record({
      kind: fc.constantFrom(...kinds),
      text: fc.string({ unit: 'grapheme' }),
      comment: fc.string().map((text) => text.replace(/[\r\n]/g, ' ')),
      block: fc.constantFrom('} mutation M { a }', 'query', '\\"""', '\n\n  {'),
    });
    fc.assert(
      fc.property(fc.array(definition, { minLength: 1, maxLength: 4 }), (definitions) => {
        const document = definitions
          .map(({ kind, text, comment, block }, index) => {
            const name = `Operation${index}`;
            return `#${comment}\n${kind} ${name}($t: S = ${JSON.stringify(text)}) { a(t: $t, b: """${block}""") }`;
          })
          .join('\n');
        expect(() => parse(document)).not.toThrow();
        const strongest = [...kinds].reverse().find((kind) => definitions.some((it) => it.kind === kind));
        expect(readOperation(document, 'Operation0').kind).toBe(strongest);
      }),
    );
  });
});

test('a document may be a string, a boxed string, a generated operation or a syntax tree', () => {
  const text = 'query Q {\n  a\n}';
  const operation = new TypedOperation(text, { name: 'Q', kind: 'query', connections: {} });
  for (const document of [text, new String(text), operation, parse(text)]) {
    expect(readOperation(document)).toEqual({
      text,
      json: JSON.stringify(text),
      name: 'Q',
      kind: 'query',
      introspection: false,
      rootKeys: new Set(['a']),
    });
  }
});

test('a document with several operations needs an operation name, and only such a document sends it', () => {
  const both = 'query A { a } query B { b }';
  expect(() => readOperation(both)).toThrow(/2 operations \(A, B\).*operationName/);
  expect(() => readOperation(both, 'C')).toThrow(/2 operations \(A, B\)/);
  expect(readOperation(both, 'B')).toMatchObject({ name: 'B', wireName: 'B' });
  expect(readOperation('query A { a }', 'A')).toHaveProperty('wireName', undefined);
  expect(() => readOperation('query A { a }', 'B')).toThrow(/1 operations \(A\)/);
});

test('the error for operations without names says so', () => {
  expect(() => readOperation('{ a } query B { b }')).toThrow(/2 operations \(anonymous, B\)/);
  expect(() => readOperation('{ a }', 'B')).toThrow(/1 operations \(anonymous\)\./);
  expect(readOperation('{ a }')).toMatchObject({
    text: '{ a }',
    json: '"{ a }"',
    kind: 'query',
    introspection: false,
  });
});

test.each<[string, readonly string[] | undefined]>([
  ['mutation { rename(id: 1) { id } a: remove }', ['rename', 'a', 'remove']],
  [
    'mutation { ... on Mutation @skip(if: $x) { a } ... { b: c } ...F } fragment F on Mutation { d }',
    ['a', 'b', 'c', 'd'],
  ],
  ['query A { a } mutation B { b }', ['a', 'b']],
  ['mutation { a ...Elsewhere }', undefined],
  ['mutation { a', undefined],
])('a document shows what a path into its data may begin with: %s', (text, keys) => {
  const operation = readOperation(text, text.startsWith('query A') ? 'B' : undefined);
  expect(operation.rootKeys && [...operation.rootKeys]).toEqual(keys);
});

test('an unreadable document is sent unchanged, under the name that its caller gives', () => {
  const text = 'query Q { team {';
  const json = JSON.stringify(text);
  expect(readOperation(text)).toEqual({ text, json, introspection: false });
  expect(readOperation(text, 'Q')).toEqual({
    text,
    json,
    name: 'Q',
    wireName: 'Q',
    introspection: false,
  });
});

test('a document with an invalid tree is refused', () => {
  const broken = { kind: 'Document', definitions: [null] };
  expect(() => textOf(broken)).toThrow(/document node cannot be written/);
});

test('a document of another type is refused', () => {
  for (const wrong of [undefined, null, 7, {}, { kind: 'Field' }, []]) {
    expect(() => readOperation(wrong)).toThrow(/must be a string, a generated operation or/);
  }
});

test.each([
  [getIntrospectionQuery(), true],
  ['{ __typename }', true],
  ['{ __schema { queryType { name } } a: __type(name: "T") { name } }', true],
  ['{ ...F } fragment F on Query { __schema { types { name } } }', true],
  ['{ ... on Query { __typename ... { __typename } } }', true],
  ['{ __schema: team { id } }', false],
  ['{ __typename team { id } }', false],
  ['{ ...F } fragment F on Query { team { id } }', false],
  ['{ ...Missing }', false],
  ['query A { __typename } query B { team { id } }', false],
  ['not graphql', false],
  ['', false],
  ['fragment F on Query { __typename }', false],
  ['{ ...A ...A } fragment A on Query { __typename }', true],
  ['{ ...A } fragment A on Query { __typename ...B } fragment B on Query { ...A }', true],
  ['{ ...A ...B } fragment A on Query { __typename } fragment B on Query { team { id } }', false],
  ['query F { ...F } fragment F on Query { team { id } }', false],
])('introspection is told from other documents: %j', (text, introspection) => {
  const name = text.startsWith('query A') ? 'A' : undefined;
  expect(readOperation(text, name).introspection).toBe(introspection);
});

/** Type, name and outermost selections of each definition, read by graphql-js; undefined if it refuses the document. */
function asGraphqlJsReads(text: string): unknown {
  const roots = ({ selections }: SelectionSetNode): string[] =>
    selections.flatMap((it) => {
      if (it.kind === Kind.INLINE_FRAGMENT) return roots(it.selectionSet);
      if (it.kind === Kind.FRAGMENT_SPREAD) return `...${it.name.value}`;
      return it.alias ? `${it.alias.value}:${it.name.value}` : it.name.value;
    });
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch {
    return undefined;
  }
  return document.definitions.map((it) => {
    if (it.kind !== Kind.OPERATION_DEFINITION && it.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(it.kind);
    const type = it.kind === Kind.OPERATION_DEFINITION ? it.operation : 'fragment';
    return { type, name: it.name?.value, roots: roots(it.selectionSet) };
  });
}
