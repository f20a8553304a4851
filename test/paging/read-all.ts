import { createDevices } from '../../src/paging/devices.ts';
import { schemaService, type Tamper } from './schema-service.ts';

export async function readAll(sdl: string, tamper?: Tamper, scrub?: (text: string) => string) {
  const { sent, send } = schemaService(() => sdl, tamper);
  const result = await createDevices(send, scrub)()
    .toArray({ limit: Number.POSITIVE_INFINITY })
    .catch((error: unknown) => error);
  return { result, sent };
}
