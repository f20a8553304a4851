import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { printShape } from '../../../src/codegen/output/print-shape.ts';

/** Numbered names, each with an ending. */
const many = (count: number, name: string, end = ''): string =>
  Array.from({ length: count }, (_, at) => `${name}${at}${end}`).join(' ');

const schema = buildSchema(`
  scalar Day
  enum Color { RED BLUE }
  enum Most { ${many(60, 'V')} }
  enum TooMany { ${many(61, 'V')} }
  interface Node { id: ID! }
  union Found = Device | Wide
  input Filter { color: Color! name: String = "x" size: Int! = 1 range: Range }
  input Range { from: Day }
  input Most8 { ${many(8, 'f', ': Int')} }
  input Most9 { need: Int! ${many(8, 'f', ': Int')} }
  type Device implements Node { id: ID! days: [[Day!]]! color(in: Color, filter: Filter): Color most: Most all: TooMany }
  type Wide { ${many(33, 'f', ': Int')} }
  type Full { ${many(32, 'f', ': Int')} }
  type Types { ${Array.from({ length: 64 }, (_, at) => `t${at}: T${at}`).join(' ')} }
  ${Array.from({ length: 64 }, (_, at) => `type T${at} { a: Int }`).join('\n')}
  type Query { device: Device node: Node found: [Found!] wide(in: Most8): Wide full(in: Most9): Full types: Types }
  type Mutation { a(in: Color): Int }
`);

type Row = readonly [what: string, text: string, shape: string];

const rows: readonly Row[] = [
  [
    'each field by the index of its type, with lists and nulls',
    '{ device { id days __typename } }',
    'Query.DFJMg6 Device.Ybhm ID Day;12!3![[!',
  ],
  [
    'an enum with its values',
    '{ device { color most } }',
    'Query.DFJMg6 Device.Ybhm Color=hQyxu6 Most=gLhgdyg-7gJUgSdg0ugV3gQAgV5gwKLbQLNDI22IwZIyMJX_JZiJrVLJoLbb5Gc5cv4925AJ7JQ7Hj7Uq7a97wE7OXBrGBcxB_oBpbBQSB19BU0BenA5eBLJDVxDPmD5LD64DMtDGSDAHDN0BgJBd-fdtfL-f2Tf8kdEhfCyfBHfHYcoFc-W;123',
  ],
  ['an enum with too many values', '{ device { all } }', 'Query.DFJMg6 Device.Ybhm TooMany=;12'],
  [
    'an interface, a union and a fragment',
    '{ node { id ... on Device { id } } found { __typename } }',
    'Query.DFJMg6 Node*.Y ID Found* Device.Ybhm;12!2!3![',
  ],
  ['types with many fields', '{ full { f0 } wide { f0 } }', 'Query.DFJMg6 Full.l0hTm6khiMB Int Wide;1232'],
  [
    'an enum and an input object that are written',
    '{ device { color(in: RED, filter: { color: BLUE, range: {} }) } }',
    'Query.DFJMg6 Device.Ybhm Color=hQyxu6 Filter:l8m.TDfPr8PYO Range:.RW4;12',
  ],
  [
    'variables, and what is in them',
    'query Q($f: Filter, $n: Int, $c: [Color!]) { device { color(filter: $f) } }',
    'Query.DFJMg6 Device.Ybhm Color=hQyxu6 Filter:l8m.TDfPr8PYO Range:.RW4;12',
  ],
  [
    'input objects with many fields',
    'query Q($8: Most8) { wide { f0 } }',
    'Query.DFJMg6 Wide Int Most8:.nopnlamUTma8mx1mvmmNfmzI Most9:vkH;12',
  ],
  ['a mutation', 'mutation { a }', 'Mutation.g Int;1'],
  ['an enum that is only written', 'mutation { a(in: RED) }', 'Mutation.g Int Color=hQyxu6;1'],
  ['a root that the schema lacks', 'subscription { a }', ';'],
  ['the schema itself', '{ __schema { queryType { name } } }', 'Query.DFJMg6 __Schema __Type String;1!2!3'],
];

describe('the shape of an operation, in a compact form', () => {
  test.each(rows)('%s', (_what, text, shape) => {
    const found = printShape(schema, parse(text.replaceAll('$8: Most8', '$a: Most8, $b: Most9')), false);
    expect(found).toEqual(shape);
  });

  test('an open enum welcomes all values', () => {
    expect(printShape(schema, parse('{ device { color } }'), true)).toMatch(/ Color=;/);
  });

  test('a type beyond the 62 first is in parentheses', () => {
    const shape = printShape(schema, parse(`{ types { ${many(64, 't', ' { __typename }')} } }`), false);
    const digits = '23456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
    expect(shape.split(';')[1]).toBe(`1${digits}(62)(63)(64)(65)`);
  });
});
