import { expect, test } from 'vitest';
import type { ResolverContext } from '../../../src/emulator/index.ts';
import { emulated } from '../../helpers/emulated.ts';

const schema = `
  enum Status { DRAFT ACTIVE ROLLED_BACK }
  type Query { team: Team! service(id: ID!): Service }
  type Team { id: ID! services: ServiceConnection! releases: ReleaseConnection! }
  type ServiceConnection { nodes: [Service!]! totalCount: Int! } type ReleaseConnection { nodes: [Release!]! }
  type Limits { cpu: Int memory: Int }
  type Service { id: ID! name: String! status: Status! rolledBackAt: String limits: Limits current: Release releases: ReleaseConnection! releaseCount: Int! tags: [Tag!]! }
  type Release { id: ID! version: String! service: Service! }
  type Tag { id: ID! name: String! services: [Service!]! }
  type Mutation { act: Boolean rollbackService(serviceId: ID!): Service }`;

/** A world of the schema whose only mutation runs this. */
function acting(act: (context: ResolverContext, args: Readonly<Record<string, unknown>>) => unknown) {
  return emulated(schema, {
    fixtures: {
      Service: [
        { id: 's1', name: 'gate', current: 'r2', status: 'ACTIVE' },
        { id: 's2', name: 'door', status: 'ACTIVE' },
      ],
      Release: [
        { id: 'r1', version: '1', service: 's1' },
        { id: 'r2', version: '2', service: 's1' },
      ],
      Tag: [{ id: 't1', name: 'blue', services: ['s1'] }],
    },
    resolvers: {
      Mutation: {
        act: (_: unknown, args: Readonly<Record<string, unknown>>, context: ResolverContext) => {
          act(context, args);
          return true;
        },
        rollbackService: (_: unknown, { serviceId }: { serviceId: string }, { update, all }: ResolverContext) => {
          const before = all('Release').find(({ version }) => version === '1');
          return update('Service', serviceId, { current: before?.['id'], status: 'ROLLED_BACK' });
        },
      },
    },
  });
}

test('A resolver changes an object in three lines, and every later read shows the change', async () => {
  const { data, world } = acting(() => {});
  const before = await data('{ service(id: "s1") { current { id } status rolledBackAt } }');
  await data('mutation { rollbackService(serviceId: "s1") { id current { id } } }');
  const { service } = await data('{ service(id: "s1") { current { id } status rolledBackAt } }');
  expect(service).toMatchObject({ current: { id: 'r1' }, status: 'ROLLED_BACK', rolledBackAt: expect.any(String) });
  const snapshot = world.snapshot();
  world.reset();
  expect(await data('{ service(id: "s1") { current { id } status rolledBackAt } }')).toEqual(before);
  world.restore(JSON.parse(JSON.stringify(snapshot)));
  expect((await data('{ service(id: "s1") { current { id } } }')).service.current).toEqual({ id: 'r1' });
});

test('A created object is in the lists and counts of the objects that it refers to', async () => {
  const { data } = acting(({ create }) => create('Release', { id: 'r9', version: '9', service: 's2' }));
  await data('mutation { act }');
  const read =
    '{ service(id: "s2") { releaseCount releases { nodes { id version service { name } } } } team { releases { nodes { id } } } }';
  const { service, team } = await data(read);
  expect(service).toEqual({
    releaseCount: 1,
    releases: { nodes: [{ id: 'r9', version: '9', service: { name: 'door' } }] },
  });
  expect(team.releases.nodes).toContainEqual({ id: 'r9' });
});

test('A written list holds these objects alone, as both sides show', async () => {
  const { data } = acting(({ update, find }) => {
    update('Tag', 't1', { services: [find('Service', 's2') ?? ''] });
    update('Service', 's2', { limits: { cpu: 2, memory: 4 } });
  });
  await data('mutation { act }');
  expect(
    await data(
      '{ one: service(id: "s1") { tags { id } } two: service(id: "s2") { tags { id } limits { cpu memory } } }',
    ),
  ).toEqual({
    one: { tags: [] },
    two: { tags: [{ id: 't1' }], limits: { cpu: 2, memory: 4 } },
  });
});

test('A removed object is gone from every list and reference', async () => {
  const { data } = acting(({ remove }) => remove('Release', 'r2'));
  await data('mutation { act }');
  const { service } = await data('{ service(id: "s1") { current { id } releases { nodes { id } } } }');
  expect(service).toEqual({ current: null, releases: { nodes: [{ id: 'r1' }] } });
});

test.each<readonly [what: string, act: (context: ResolverContext) => unknown, message: string]>([
  [
    'a type without objects',
    ({ create }) => create('Limits', {}),
    'BAD_USER_INPUT: The emulator keeps no objects of a type `Limits`.',
  ],
  [
    'an id that nothing has',
    ({ update }) => update('Service', 's9', {}),
    'NOT_FOUND: The emulator has no `Service` with the id "s9".',
  ],
  [
    'an id that is taken',
    ({ create }) => create('Service', { id: 's1' }),
    'BAD_USER_INPUT: The emulator has an object of `Service` with the id "s1" already.',
  ],
  [
    'a field that is not there',
    ({ update }) => update('Service', 's1', { colour: 1 }),
    'BAD_USER_INPUT: `Service.colour` cannot be 1.',
  ],
  [
    'a value of another type',
    ({ update }) => update('Service', 's1', { name: 'x', status: 'GONE' }),
    'BAD_USER_INPUT: `Service.status` cannot be "GONE".',
  ],
  [
    'a reference to nothing',
    ({ update }) => update('Service', 's1', { name: 'x', current: 'r9' }),
    'BAD_USER_INPUT: `Service.current` cannot be "r9".',
  ],
])('A write of %s is refused whole', async (_, act, message) => {
  const { answer, data, world } = acting(act);
  expect((await answer('mutation { act }')).errors).toEqual([message]);
  expect((await data('{ service(id: "s1") { name } }')).service).toEqual({ name: 'gate' });
  expect(world.snapshot().changes).toEqual([]);
});
