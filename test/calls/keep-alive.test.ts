import { describe, expect, test } from 'vitest';
import { good, mutation, query } from '../helpers/answers.ts';
import { served } from '../helpers/served.ts';
import { transports } from '../helpers/transports.ts';

/** Lets pending work of this process go on. */
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

test('successive calls share a connection, mutations behind queries included', async () => {
  const { server, client } = await served();
  for (const document of [query, query, mutation, query, mutation, mutation]) await client.request(document);
  expect(server.connections).toBe(1);
  expect(server.deliveries.map(({ onConnection }) => onConnection)).toEqual([1, 2, 3, 4, 5, 6]);
});

describe.each(['fin', 'rst'] as const)('a server that ends the idle connection between calls by %s', (how) => {
  test.each(Object.entries(transports))(
    'a query survives a server that closes the idle connection, and a mutation arrives there once, over %s',
    async (_name, choose) => {
      await using transport = choose();
      const { server, client } = await served(undefined, transport.options);
      for (let round = 0; round < 10; round++) {
        // The client notices the end before the next call, or during it.
        const hangUp = async () => {
          server.hangUp(how);
          if (round % 2) await turns(round);
        };
        await client.request(query);
        await hangUp();
        await client.request(query);
        const before = server.deliveries.length;
        await hangUp();
        const outcome = await client.request(mutation).then(
          () => 'answered',
          (error: { code: string; outcome: string; attempts: number }) => `${error.code} ${error.outcome}`,
        );
        const delivered = server.deliveries.length - before;
        expect(['answered', 'network unknown', 'network not-sent']).toContain(outcome);
        expect(delivered).toBeLessThanOrEqual(1);
        if (outcome === 'answered') expect(delivered).toBe(1);
        if (outcome === 'network not-sent') expect(delivered).toBe(0);
      }
    },
  );
});

test('a reset of a reused connection after the request was written has an unknown outcome, and no repetition', async () => {
  const { server, client } = await served({
    answer: ({ client, delivery }) => void (delivery.nth < 3 ? client.write(good) : client.resetAndDestroy()),
  });
  await client.request(query);
  await client.request(query);
  await expect(client.request(mutation)).rejects.toMatchObject({ code: 'network', outcome: 'unknown', attempts: 1 });
  expect(server.deliveries).toHaveLength(3);
  expect(server.connections).toBe(1);
});

test('a query that fails on a reused connection is retried on a new one', async () => {
  const { server, client } = await served({
    answer: ({ client, delivery }) => void (delivery.nth === 2 ? client.resetAndDestroy() : client.write(good)),
  });
  await client.request(query);
  expect((await client.execute(query)).meta.attempts).toBe(2);
  expect(server.deliveries.map(({ connection }) => connection)).toEqual([1, 1, 2]);
});

const forged = Buffer.from(good.toString().replace('Door', 'Evil'));
test.each([
  ['garbage', Buffer.from('\0garbage after the answer')],
  ['another answer', forged],
])('a connection is not reused if %s follow the answer', async (_what, behind) => {
  const { server, client } = await served({
    answer: ({ client, delivery }) => void client.write(delivery.nth === 1 ? Buffer.concat([good, behind]) : good),
  });
  await client.request(query);
  await expect.poll(() => server.openConnections).toBe(0);
  expect(JSON.stringify(await client.request(mutation))).not.toContain('Evil');
  expect(server.deliveries.map(({ connection }) => connection)).toEqual([1, 2]);
});
