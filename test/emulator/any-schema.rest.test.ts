import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { cases } from '../helpers/cases.ts';
import { post } from '../helpers/post.ts';
import { type Draw, randomQuery } from '../helpers/random-query.ts';

const fixtures = 'test/fixtures';
const files = [
  'docs/documented.graphql',
  join(fixtures, 'relay.graphql'),
  ...(await readdir(join(fixtures, 'paging'))).map((name) => join(fixtures, 'paging', name)),
];

/** Sends random valid operations, and holds the answers against the schema: the server itself checks types and nulls. */
async function bombard(emulator: Emulator, sdl: string, runs: number, root: 'query' | 'mutation'): Promise<void> {
  const schema = buildSchema(sdl, { assumeValid: true, assumeValidSDL: true });
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const draw: Draw = (bound) => (numbers.next().value ?? 0) % Math.max(bound, 1);
      const query = randomQuery(schema, draw, root);
      expect(validate(schema, parse(query))).toEqual([]);
      const { status, body } = await post(emulator.url, query, { key: emulator.key });
      expect(status).toBe(200);
      // An id that was made up may be unknown, and a mutation refused; nothing else may go wrong.
      expect(
        (body.errors ?? []).filter((error: Failure) => !/^NOT_(?:FOUND|EMULATED)$/.test(error.extensions?.code ?? '')),
      ).toEqual([]);
    }),
    { numRuns: cases(runs) },
  );
}

interface Failure {
  readonly extensions?: { readonly code?: string };
}

describe('any valid operation over any schema is answered with data that fits', () => {
  test.each(files)('%s', async (file) => {
    await using emulator = await startEmulator({ schema: file });
    const sdl = await readFile(file, 'utf8');
    await bombard(emulator, sdl, 60, 'query');
    if (buildSchema(sdl).getMutationType()) await bombard(emulator, sdl, 30, 'mutation');
  });

  test('a schema of 70,000 lines', async () => {
    const file = 'node_modules/@octokit/graphql-schema/schema.graphql';
    await using emulator = await startEmulator({ schema: file });
    const sdl = await readFile(file, 'utf8');
    await bombard(emulator, sdl, 150, 'query');
    await bombard(emulator, sdl, 50, 'mutation');
  });

  test('an interface that nothing implements is null, and a list of it empty', async () => {
    const schema = 'interface Idea { id: ID! } type Query { idea: Idea ideas: [Idea!]! }';
    await using emulator = await startEmulator({ schema });
    const { body } = await post(emulator.url, '{ idea { id } ideas { id } }', { key: emulator.key });
    expect(body).toEqual({ data: { idea: null, ideas: [] } });
  });

  test('introspection returns the whole schema that was given', async () => {
    const { getIntrospectionQuery, buildClientSchema, printSchema, lexicographicSortSchema } = await import('graphql');
    for (const file of files) {
      await using emulator = await startEmulator({ schema: file });
      const { body } = await post(
        emulator.url,
        getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true }),
      );
      const served = printSchema(lexicographicSortSchema(buildClientSchema(body.data)));
      const given = printSchema(lexicographicSortSchema(buildSchema(await readFile(file, 'utf8'))));
      expect(served).toBe(given);
    }
  });
});

describe('the data is consistent', () => {
  const ask = async (query: string, options: { devices?: number } = {}) => {
    await using emulator = await startEmulator({
      schema: join(fixtures, 'relay.graphql'),
      devices: 40,
      nulls: 0,
      ...options,
    });
    const { body } = await post(emulator.url, query, { key: emulator.key });
    expect(body.errors).toBeUndefined();
    return body.data;
  };

  test('an object is the same on every path', async () => {
    const { team } = await ask('{ team { devices(first: 3) { nodes { id name status } } } }');
    const [, device] = team.devices.nodes;
    const { again, node } = await ask(`{
      again: device(id: "${device.id}") { id name status }
      node(id: "${device.id}") { ... on Device { id name status } }
    }`);
    expect([again, node]).toEqual([device, device]);
  });

  test('listed objects refer back to their owner, and belong to no other', async () => {
    const { team } = await ask(
      '{ team { applications { nodes { id devices { nodes { id application { id } } } } } } }',
    );
    const seen = new Set<string>();
    for (const application of team.applications.nodes) {
      for (const device of application.devices.nodes) {
        expect(device.application.id).toBe(application.id);
        expect(seen.has(device.id)).toBe(false);
        seen.add(device.id);
      }
    }
    expect(seen.size).toBe(40);
  });

  test('an unknown id is null', async () => {
    expect(await ask('{ device(id: "device_00000000") { id } node(id: "x") { id } }')).toEqual({
      device: null,
      node: null,
    });
  });
});
