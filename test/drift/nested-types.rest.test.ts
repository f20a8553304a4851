import { buildSchema, GraphQLInterfaceType, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift } from '../../src/drift/index.ts';
import {
  conditionalQuery,
  countCalls,
  countReads,
  countVisits,
  divergingQuery,
  doublingQuery,
  thingQuery,
  thingSchema,
} from '../helpers/nested-types.ts';
import { checkFiles } from './helpers/check.ts';

const liveText = (text: string): string =>
  text.replaceAll('name: String', 'name: String!').replace('own1: Int', 'own1: Int!');
const schemas = (count: number) => ({
  snapshot: buildSchema(thingSchema(count)),
  live: buildSchema(liveText(thingSchema(count))),
});
const [few, many] = [schemas(2), schemas(20)];
const check = (text: string, of = many) => checkDrift({ operations: [{ file: 'a.graphql', text }], ...of });

// A walk through every way doubles with each level: sixteenfold from four levels to eight.
test.each([
  ['the types of a result are made', countReads],
  [
    'a change inside them is compared',
    (work: () => unknown) => countCalls([GraphQLInterfaceType.prototype], 'toString', work),
  ],
])('%s once at each level of nested interfaces, however many members lead there', async (_, count) => {
  const cost = (depth: number) => count(() => check(thingQuery(depth), few));
  expect(await cost(8)).toBeLessThan(3 * (await cost(4)));
});

/** The cost of four more levels, once the schemas are cached. */
async function costOfLevels(work: (depth: number) => unknown): Promise<number> {
  work(2);
  const [four, eight] = [await countReads(() => work(4)), await countReads(() => work(8))];
  return eight - four;
}

test('a level of nested interfaces costs a check the same, however many members they have', async () => {
  const [small, large] = [schemas(5), schemas(60)];
  expect(await costOfLevels((depth) => check(thingQuery(depth), large))).toBe(
    await costOfLevels((depth) => check(thingQuery(depth), small)),
  );
});

test('a level of nested interfaces costs a check no more than five times its validation', async () => {
  const validation = await costOfLevels((depth) => validate(many.live, parse(thingQuery(depth))));
  expect(await costOfLevels((depth) => check(thingQuery(depth)))).toBeLessThanOrEqual(5 * validation);
});

test('fragments that multiply are refused with the operation and what to do, before time and memory run out', async () => {
  const files = {
    'schema.graphql': thingSchema(2),
    'live.graphql': liveText(thingSchema(2)),
    'operations/all.graphql': divergingQuery(14),
  };
  const { code, stderr } = await checkFiles(files, '--live', 'live.graphql');
  expect(stderr).toContain(
    'operations/all.graphql:1:1: Diverging has fragments on different types inside one another that multiply to more than 10,000 different selections. Split it into several operations, or select the same on all of these types.',
  );
  expect(code).toBe(2);
});

test.each([
  [
    'that spread the next one several times',
    countReads,
    (fragments: number) => check(doublingQuery(fragments), few),
    2.5,
  ],
  ['under two conditions each', countVisits, (fragments: number) => check(conditionalQuery(fragments)), 4],
])('fragments %s cost a check no more with each', async (_what, count, work, factor) => {
  const four = await count(() => work(4));
  expect(await count(() => work(8))).toBeLessThan(factor * four);
});
