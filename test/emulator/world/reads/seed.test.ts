import { expect, test } from 'vitest';
import { type Any, asker } from './judge.ts';

const schema = 'test/fixtures/control.graphql';
const queries = [
  '{ team { devices(first: 100) { nodes { id name status createdAt group { id } note tags } } } }',
  '{ team { members { id name email role } } }',
];

test('the same seed gives the same bytes in any order, and another seed gives others', async () => {
  const read = async (seed: number, order: readonly string[]) => {
    const { ask } = await asker(schema, { seed, nulls: 0.1 });
    const answers = new Map<string, unknown>();
    for (const query of order) answers.set(query, await ask(query));
    return JSON.stringify(queries.map((query) => answers.get(query)));
  };
  const first = await read(4, queries);
  expect(await read(4, queries.toReversed())).toBe(first);
  expect(await read(5, queries)).not.toBe(first);
});

test('a tenth of nullable values, references and lists is empty', async () => {
  const { ask } = await asker(schema, { devices: 100, nulls: 0.1 });
  const { team } = await ask('{ team { devices(first: 100) { nodes { note firmwareVersion group { id } tags } } } }');
  const nodes: Any[] = team.devices.nodes;
  for (const share of [
    nodes.filter(({ note }) => note === null),
    nodes.filter(({ firmwareVersion }) => firmwareVersion === null),
    nodes.filter(({ group }) => group === null),
    nodes.filter(({ tags }) => tags.length === 0),
  ]) {
    expect(share.length).toBeGreaterThan(1);
    expect(share.length).toBeLessThan(30);
  }
});
