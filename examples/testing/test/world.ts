import type { EmulatorOptions } from 'control-api-sdk/emulator';

/** The team of the tests: what the emulator serves. */
export const world: EmulatorOptions = {
  schema: 'schema.graphql',
  fixtures: {
    Device: [
      { id: 'd1', name: 'Gate', status: 'ONLINE' },
      { id: 'd2', name: 'Dock', status: 'OFFLINE' },
      { id: 'd3', name: 'Mast', status: 'OFFLINE' },
    ],
  },
  // What the schema does not say, a resolver does; every later read shows it.
  resolvers: {
    Mutation: {
      rebootDevice: (_, { id }, { update }) => ({ device: update('Device', String(id), { status: 'REBOOTING' }) }),
    },
  },
};
