import { type GraphQLSchema, isObjectType } from 'graphql';
import { ControlApiError } from '../index.ts';
import { answerAdmin } from './admin.ts';
import { makeKeys } from './authorization.ts';
import type { Emulator, EmulatorSettings } from './emulator-options.ts';
import type { Fault } from './fault.ts';
import { refuseHead } from './http/documented-use.ts';
import { explorerPage, wantsPage } from './http/explorer-page.ts';
import { errorReply, type HttpAsked, type HttpReply } from './http/http-exchange.ts';
import { inProcessFetch } from './http/in-process.ts';
import { type Listening, listen } from './http/server.ts';
import { readFault } from './read-fault.ts';
import { Service } from './service.ts';

/** Runs an emulator until it is closed. */
export async function runEmulator(settings: EmulatorSettings): Promise<Emulator> {
  const keys = makeKeys(settings.seed);
  const service = new Service(settings, keys);
  const { maxBodyBytes: most } = settings;

  async function fail(input: unknown): Promise<void> {
    const fault: Fault = readFault(input);
    if (fault.fault === 'schema-moved') await settings.readSchema(fault.schema);
    if (fault.fault === 'partial-data') checkField(service.world.schema, fault.field);
    service.faults.add(fault);
  }

  async function answer(asked: HttpAsked): Promise<HttpReply> {
    const [path = '/'] = asked.url.split('?', 1);
    if (Buffer.byteLength(asked.body) > most)
      return errorReply(413, `The body is larger than ${most} bytes: set \`maxBodyBytes\` if that is right.`);
    if (wantsPage(asked)) return explorerPage(keys[0]);
    if (path === '/graphql') return service.answer(asked);
    if (path === '/emulator/faults') return answerAdmin(asked, { keys, service, fail });
    return errorReply(404, 'The endpoint is /graphql.');
  }

  for (const fault of settings.faults) await fail(fault);
  const server: Listening = settings.listen
    ? await listen(settings.port, answer, most, refuseHead)
    : { port: 0, close: async () => {} };
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    port: server.port,
    key: keys[0],
    keys,
    fetch: inProcessFetch(url, answer),
    get requests() {
      return service.requests.all;
    },
    get faults() {
      return service.faults.set;
    },
    fail,
    clearFaults: () => service.faults.clear(),
    expectOperations: (operations) => service.requests.expectOperations(operations),
    reset: () => service.reset(),
    snapshot: () => service.world.snapshot(),
    restore: (snapshot) => service.world.restore(snapshot),
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  };
}

/** Refuses a field that no answer has, so that a fault cannot wait for it in vain. */
function checkField(schema: GraphQLSchema, field: string | undefined): void {
  if (field === undefined) return;
  const [type = '', name = '', ...rest] = field.split('.');
  const owner = schema.getType(type);
  if (rest.length === 0 && isObjectType(owner) && owner.getFields()[name] !== undefined) return;
  throw new ControlApiError(
    'configuration',
    `The \`field\` of the fault partial-data must be a field of an object type, as \`Type.field\`: the schema has no \`${field}\`.`,
  );
}
