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
import { Project } from './helpers/check.ts';

const liveText = (text: string): string =>
  text.replaceAll('name: String', 'name: String!').replace('own1: Int', 'own1: Int!');
const schemas = (count: number) => ({
  snapshot: buildSchema(thingSchema(count)),
  live: buildSchema(liveText(thingSchema(count))),
});
const [few, many] = [schemas(2), schemas(20)];
const sourcesOf = (text: string) => [{ file: 'a.graphql', text }];
const check = (text: string, of = many) => checkDrift({ operations: sourcesOf(text), ...of });

// A walk through every way doubles with each level: sixteenfold from four levels to eight.
test.each([
  [
    'the types of a result are made',
    () => [countReads, (depth: number) => checkDrift({ operations: sourcesOf(thingQuery(depth)), ...few })] as const,
  ],
  [
    'a change inside them is compared',
    () =>
      [
        (work: () => unknown) => countCalls([GraphQLInterfaceType.prototype], 'toString', work),
        (depth: number) => check(thingQuery(depth), few),
      ] as const,
  ],
])('%s once at each level of nested interfaces, however many members lead there', async (_, made) => {
  const [count, work] = made();
  expect(await count(() => work(8))).toBeLessThan(3 * (await count(() => work(4))));
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
  await using project = await Project.create({
    'schema.graphql': thingSchema(2),
    'live.graphql': liveText(thingSchema(2)),
    'operations/all.graphql': divergingQuery(14),
  });
  const { code, stderr } = await project.check(['--live', 'live.graphql'], {});
  expect(stderr).toContain(
    'operations/all.graphql:1:1: Diverging has fragments on different types inside one another that multiply to more than 10,000 different selections. Split it into several operations, or select the same on all of these types.',
  );
  expect(code).toBe(2);
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
