import { buildSchema, type GraphQLSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { generateFile } from '../../src/codegen/output/generate-file.ts';
import { printResult } from '../../src/codegen/output/print-types.ts';
import { readSelection } from '../../src/graphql/selections/read-selection.ts';
import { countReads, thingQuery, thingSchema } from '../helpers/nested-types.ts';

const generate = async (schema: GraphQLSchema, text: string) =>
  generateFile(schema, [parse(text)], { output: 'api.ts' });

/** The generated text with sorted unions. */
const inAnyOrder = (text: string): string =>
  text.replace(
    /__typename\??: (.*?)(,?)$/gm,
    (_, names: string, end: string) => `__typename: ${names.split(' | ').sort().join(' | ')}${end}`,
  );

test('each member of nested interfaces that the query never names costs the generator no more', async () => {
  const small = await countReads(() => generate(buildSchema(thingSchema(20)), thingQuery(3)));
  const large = await countReads(() => generate(buildSchema(thingSchema(80)), thingQuery(3)));
  expect(large).toBeLessThan(4.5 * small);
});

test('possible types with the same selection are printed once, with all their names', async () => {
  // Each further member adds only its name to the text.
  const texts = await Promise.all(
    [5, 9, 10, 12].map((members) => generate(buildSchema(thingSchema(members)), thingQuery(3))),
  );
  const shapes = texts.map((text) =>
    inAnyOrder(text)
      .replace(/( \| )?'M(?!1')\d+'/g, '')
      .replace(/sha256:\w+/, ''),
  );
  expect(new Set(shapes).size).toBe(1);
  expect(texts[3]).toContain("'M11'");
  expect(texts[3]).toContain("'M9'");
});

test('the object types of a result are printed once at each level, however many members lead there', async () => {
  const schema = buildSchema(thingSchema(2));
  const [definition] = parse(thingQuery(1)).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The text has one operation.');
  const reads = (depth: number) =>
    countReads(() => {
      const [operation = definition] = parse(thingQuery(depth)).definitions.filter((it) => it.kind === definition.kind);
      printResult(operation, readSelection({ schema, fragments: new Map() }, operation), { output: 'api.ts' });
    });
  expect(await reads(8)).toBeLessThan(3 * (await reads(4)));
});

test('a result too long to print is refused with its place, before memory is full', async () => {
  const fragments = Array.from({ length: 12 }, (_, at) => `... on M${at} { own${at} }`).join(' ');
  const text = thingQuery(5, `__typename id ${fragments}`);
  const reads = await countReads(() =>
    expect(generate(buildSchema(thingSchema(12)), text)).rejects.toThrow(
      'The result types would be too long to write:\n  GraphQL request:1:1: Nested selects nested interfaces or unions, and their members multiply to more than 50,000 object types. Use fewer `... on` fragments inside one another, or split it.',
    ),
  );
  expect(reads).toBeLessThan(10_000);
});
