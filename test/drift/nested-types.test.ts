import { buildSchema, GraphQLInterfaceType, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift } from '../../src/drift/index.ts';
import {
  conditionalQuery,
  countCalls,
  countReads,
  countVisits,
  doublingQuery,
  thingQuery,
  thingSchema,
} from '../helpers/nested-types.ts';

const members = 20;
const schemas = (count: number) => ({
  snapshot: buildSchema(thingSchema(count)),
  live: buildSchema(thingSchema(count).replaceAll('name: String', 'name: String!').replace('own1: Int', 'own1: Int!')),
});
const [few, many] = [schemas(2), schemas(members)];
const { live } = many;
const check = (text: string, of = many) => checkDrift({ operations: [{ file: 'a.graphql', text }], ...of });

test('a change inside nested interfaces is compared once at each level, however many members lead there', async () => {
  const compared = (depth: number) =>
    countCalls([GraphQLInterfaceType.prototype], 'toString', () => check(thingQuery(depth)));
  expect(await compared(4)).toBeLessThan(4 * (await compared(2)));
});

test('interfaces inside interfaces cost a check no more than twice their validation, plus the members once a level', async () => {
  for (const depth of [2, 3, 4]) {
    const text = thingQuery(depth);
    const validation = await countReads(() => validate(live, parse(text)));
    const reads = await countReads(() => check(text));
    expect(reads, `${depth} deep`).toBeLessThanOrEqual(2 * validation + 15 * members * depth + 500);
  }
});

test('fragments that spread the next one several times cost a check no more with each', async () => {
  const [four, eight] = [
    await countReads(() => check(doublingQuery(4), few)),
    await countReads(() => check(doublingQuery(8), few)),
  ];
  expect(eight).toBeLessThan(2.5 * four);
});

test('fragments under two conditions each cost a check no more with each', async () => {
  const visits = [];
  for (const fragments of [4, 8]) visits.push(await countVisits(() => check(conditionalQuery(fragments))));
  const [four = 0, eight = 0] = visits;
  expect(eight).toBeLessThan(4 * four);
});

test('a change is found at every depth', () => {
  const { findings } = check(thingQuery(4));
  expect(findings.map(({ coordinate, places }) => [coordinate, places.length])).toEqual([
    ['Thing.name', 4],
    ['M1.own1', 3],
  ]);
});
