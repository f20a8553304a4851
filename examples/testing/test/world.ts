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
  // The schema says what a rename or a deletion does; what a reboot does, it does not say.
  resolvers: {
    Mutation: {
      rebootDevice: (_, { id }, { update }) => ({ device: update('Device', String(id), { status: 'REBOOTING' }) }),
    },
  },
};
