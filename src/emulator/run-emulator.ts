import { makeKeys, readAuthorization, refusal } from './authorization.ts';
import type { Emulator } from './emulator-options.ts';
import { explorerPage, wantsPage } from './http/explorer-page.ts';
import { errorReply, type HttpReply, type HttpRequest, jsonReply, refuseHead } from './http/http-exchange.ts';
import { inProcessFetch } from './http/in-process.ts';
import { type Listening, listen } from './http/server.ts';
import { type GivenOptions, readSettings } from './read-settings.ts';
import { expectOperations } from './request-log.ts';
import { Service } from './service.ts';
import type { MutationRule } from './world/model/world-options.ts';
import { EmulatedWorld } from './world/world.ts';

export type ExplainOptions = Pick<GivenOptions, 'schema' | 'resolvers'>;

/** The effect of each mutation of a schema. @throws {ControlApiError} if the schema is invalid. */
export async function explainSchema(cwd: string, options: ExplainOptions): Promise<readonly MutationRule[]> {
  const settings = await readSettings(cwd, options);
  return new EmulatedWorld(settings.schema, { ...settings, report: () => {} }).explain();
}

/** Starts an emulator; paths are relative to `cwd`. @throws {ControlApiError} as `startEmulator` does. */
export async function runEmulator(cwd: string, options: GivenOptions): Promise<Emulator> {
  const settings = await readSettings(cwd, options);
  const keys = makeKeys(settings.seed);
  const service = new Service(settings, keys);
  const { faults } = service;

  async function answer(asked: HttpRequest): Promise<HttpReply> {
    if (wantsPage(asked)) return explorerPage(keys[0]);
    const [path] = asked.url.split('?', 1);
    if (path !== '/graphql' && path !== '/emulator/faults') return errorReply(404, 'The endpoint is /graphql.');
    const sent = readAuthorization(asked, keys);
    const refused = path === '/graphql' ? refuseHead(asked) : sent.authorization !== 'accepted' && refusal(sent);
    if (refused) return refused;
    const body = await asked.body();
    const most = settings.maxBodyBytes;
    if (Buffer.byteLength(body) > most)
      return errorReply(413, `The body is larger than ${most} bytes: set \`maxBodyBytes\` if that is right.`);
    return path === '/graphql' ? service.answer(asked, body) : answerAdmin(asked.method, body);
  }

  async function answerAdmin(method: string, body: string): Promise<HttpReply> {
    if (method === 'GET') return jsonReply(200, faults.set);
    if (method === 'DELETE') faults.clear();
    else if (method !== 'POST') return errorReply(404, 'The emulator has GET, POST and DELETE of /emulator/faults.');
    else
      try {
        await faults.add(JSON.parse(body));
      } catch (error) {
        return errorReply(400, error instanceof Error ? error.message : String(error));
      }
    return jsonReply(method === 'POST' ? 201 : 200, faults.set);
  }

  await faults.start();
  const server: Listening = settings.listen
    ? await listen(settings.port, answer, settings.maxBodyBytes)
    : { port: 0, close: async () => {} };
  const url = `http://127.0.0.1:${server.port}`;
  return {
    ...{ url, port: server.port, key: keys[0], keys, fetch: inProcessFetch(url, answer) },
    get requests() {
      return service.requests;
    },
    get faults() {
      return faults.set;
    },
    fail: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    expectOperations: (operations) => expectOperations(service.requests, operations),
    reset: () => service.reset(),
    snapshot: () => service.world.snapshot(),
    restore: (snapshot) => service.world.restore(snapshot),
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  };
}
