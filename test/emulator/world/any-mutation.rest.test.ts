import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Emulated, emulated } from '../../helpers/emulated.ts';
import { type Draw, randomQuery } from '../../helpers/random-query.ts';

const paging = 'test/fixtures/paging';
const files = [
  'docs/documented.graphql',
  'test/fixtures/relay.graphql',
  'test/fixtures/control.graphql',
  ...readdirSync(paging).map((name) => join(paging, name)),
];
const large = [
  'node_modules/@octokit/graphql-schema/schema.graphql',
  'test/product/node_modules/@nautical-commerce/graphql-schema/nautical/schema.graphql',
].filter((file) => existsSync(file));

/** Ids in an answer, wherever they are. */
function idsIn(value: unknown, found: Set<string>): void {
  if (typeof value === 'string' && /_[\da-f]{8}$/.test(value) && found.size < 400) found.add(value);
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) idsIn(inner, found);
}

/** Sends random valid operations, with optional arguments and ids that exist, and holds the answers against the schema. */
async function bombard(make: () => Emulated, worlds: number, steps: number): Promise<number> {
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const world = make();
      const { schema } = world.world;
      const ids = new Set<string>();
      const draw: Draw = (bound) => (numbers.next().value ?? 0) % Math.max(bound, 1);
      for (let step = 0; step < steps; step += 1) {
        const root = schema.getMutationType() && step % 3 === 1 ? 'mutation' : 'query';
        const operation = randomQuery(schema, draw, root, { ids: [...ids], optional: step > 0 });
        expect(validate(schema, parse(operation))).toEqual([]);
        // The executor itself checks types and nulls. An id, a cursor or a size may be made up; nothing else may go wrong.
        const { data, errors } = await world.answer(operation);
        const wrong = errors.filter((error) => !/^(?:NOT_FOUND|BAD_USER_INPUT|NOT_EMULATED): /.test(error));
        expect(wrong, operation).toEqual([]);
        idsIn(data, ids);
      }
      changes += world.world.snapshot().changes.length;
      const snapshot = world.world.snapshot();
      world.world.restore(JSON.parse(JSON.stringify(snapshot)));
      expect(world.world.snapshot()).toEqual(snapshot);
    }),
    { numRuns: worlds },
  );
  return changes;
}

describe('every valid operation is answered validly, also after random mutations', () => {
  test.each(files)('%s', async (file) => {
    await bombard(() => emulated(file), 5, 12);
  });

  test('and the mutations do change the world', async () => {
    expect(await bombard(() => emulated('test/fixtures/control.graphql'), 4, 60)).toBeGreaterThan(2);
  });

  test.each(large)('%s', async (file) => {
    const world = emulated(file);
    await bombard(
      () => {
        world.world.reset();
        return world;
      },
      6,
      60,
    );
  });
});
