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
  // The emulator knows what a rename or a deletion does by its name; what a reboot does, nobody can guess.
  resolvers: {
    Mutation: {
      rebootDevice: (_, { id }, { find }) => ({ device: { ...find('Device', String(id)), status: 'REBOOTING' } }),
    },
  },
};
