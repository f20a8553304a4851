// The team that every server of the graphql-js family serves. `KEY` is the only key; `MOVED` is the schema after a release.
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('schema.graphql', import.meta.url), 'utf8');
export const typeDefs = process.env.MOVED === undefined ? text : text.replace('  lastSeen: Timestamp\n', '');

const devices = Array.from({ length: 25 }, (_, index) => ({
  __typename: 'Device',
  id: `d${index + 1}`,
  name: `Device ${index + 1}`,
  status: index % 5 === 0 ? 'OFFLINE' : 'ONLINE',
  lastSeen: '2026-01-01T00:00:00Z',
  label: null,
}));
const application = { __typename: 'Application', id: 'a1', title: 'Gate' };
let renames = 0;

/** An error as resolvers throw it, without any one copy of graphql-js. */
const failure = (code, message) => Object.assign(new Error(message), { extensions: { code } });

const authorized = (context, value) => {
  if (context.authorization === `Bearer ${process.env.KEY}`) return value();
  throw failure('UNAUTHENTICATED', 'The key is not valid.');
};

function page({ first, after, filter }) {
  const all = devices.filter(({ status }) => filter?.status == null || status === filter.status);
  const start = after == null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const nodes = all.slice(start, start + Math.min(first ?? 10, 10));
  return { nodes, pageInfo: { hasNextPage: start + nodes.length < all.length, endCursor: nodes.at(-1)?.id ?? null } };
}

function rename({ id, name }) {
  const device = devices.find((it) => it.id === id);
  if (device === undefined) return { device: null };
  device.name = name;
  renames += 1;
  return { device };
}

export const resolvers = {
  Query: {
    team: (_root, _args, context) => authorized(context, () => ({ id: 't1', name: 'Operations' })),
    renames: () => renames,
  },
  Mutation: {
    renameDevice: (_root, { input }, context) => authorized(context, () => rename(input)),
    renameDeviceAndFail: (_root, { input }, context) =>
      authorized(context, () => {
        rename(input);
        throw failure('CONFLICT', 'Something failed after the change.');
      }),
  },
  Team: {
    devices: (_team, args) => page(args),
    resources: () => [devices[0], application],
  },
  Device: {
    secret: () => {
      throw failure('FORBIDDEN', 'Nobody may read this.');
    },
  },
  Resource: { __resolveType: ({ __typename }) => __typename },
};

/** Says on which address a server listens. */
export const listening = (url) => console.log(`listening on ${new URL(url).origin}`);
