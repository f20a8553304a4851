import { control } from '../../lib/server/control';

export const actions = {
  default: async () => ({ devices: await control.devices().toArray({ limit: 100 }) }),
};
