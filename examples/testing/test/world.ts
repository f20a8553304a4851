import type { EmulatorOptions } from 'control-api-sdk/emulator';

/** The team of the tests: what the emulator serves. */
export const world: EmulatorOptions = {
  schema: 'node_modules/control-api-sdk/docs/invented.graphql',
  fixtures: {
    Device: [
      { id: 'd1', name: 'Gate', status: 'ONLINE' },
      { id: 'd2', name: 'Dock', status: 'OFFLINE' },
      { id: 'd3', name: 'Mast', status: 'OFFLINE' },
    ],
  },
};
