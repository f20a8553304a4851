/*
 * What a reader of the declarations writes, in each set-up. Each `@ts-expect-error` shows that a type is not `any`.
 */

/** A program with the client: no package beside it, no types of a platform. */
export const ofTheClient = `
import * as sdk from 'control-api-sdk';
import { createControlClient, isControlApiError, ListDevices, type ControlClient, type ControlClientOptions, type Device } from 'control-api-sdk';
export const everything: typeof sdk = sdk;
export async function names(control: ControlClient): Promise<string[]> {
  const found: Device[] = [];
  for await (const device of control.devices()) found.push(device);
  const nothing: void = control.close();
  const { team } = await control.request(ListDevices);
  const first: string | null | undefined = team?.devices?.nodes?.[0]?.name;
  return [...found.map((device) => String(device.name)), String(first), String(nothing)];
}
export const options: ControlClientOptions = { timeoutMs: 1_000, baseUrl: () => 'https://api.example' };
export const control: ControlClient = createControlClient(options);
export const code = (error: unknown): string | undefined => (isControlApiError(error, 'timeout') ? error.code : undefined);
// @ts-expect-error: there is no such option.
createControlClient({ timeout: 1_000 });
// @ts-expect-error: an abort signal it is.
export const wrong = control.request('{ team { id } }', {}, { signal: 1 });
`;

/** A program with the tools' own types, which need no other package. */
export const ofTheTools = `
import { createControlClient, ListDevices, type ControlClient, type ObservedDrift } from 'control-api-sdk';
import { controlApiCodegen, OperationsError, type ControlApiCodegenOptions, type IntrospectableServer } from 'control-api-sdk/codegen';
import { checkDrift, introspect, judgeDrift, parseAccepted, renderReport, type Drift, type DriftPolicy, type DriftVerdict } from 'control-api-sdk/drift';
import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorRequest, type Fault } from 'control-api-sdk/emulator';
import { emulatorFixtures, mock, useEmulator, type EmulatedService } from 'control-api-sdk/testing';
import { watchDrift, type WatchDriftOptions } from 'control-api-sdk/watch';

const server: () => Promise<IntrospectableServer> = () => startEmulator({ devices: 1 });
const settings: ControlApiCodegenOptions = { operations: ['operations/*.graphql'], output: 'src/generated.ts', scalars: { DateTime: 'string' }, openEnums: true, baseUrl: server };
export const generator = controlApiCodegen(settings);
export default generator;
export const mistakes = (error: unknown): string | undefined => (error instanceof OperationsError ? error.message : undefined);
// @ts-expect-error: the operations are missing.
controlApiCodegen({ output: 'src/generated.ts' });

const operations = [{ file: 'operations/devices.graphql', text: '{ team { id } }' }];
export async function drifted(failOn: DriftPolicy['failOn']): Promise<DriftVerdict> {
  const live = await introspect({ baseUrl: 'https://api.example', timeoutMs: 1_000 });
  const drift: Drift = checkDrift({ operations, live });
  const accepted = parseAccepted('[]', 'accepted.json');
  return judgeDrift(drift, { failOn, accepted });
}
export const report: typeof renderReport = renderReport;
// @ts-expect-error: there is no such level.
drifted('always');
// @ts-expect-error: milliseconds are a number.
introspect({ timeoutMs: '1s' });

const requests: EmulatorRequest[] = [];
const serving: EmulatorOptions = { devices: 3, seed: 'a', onRequest: (request) => requests.push(request) };
export async function emulated(fault: Fault): Promise<number> {
  const emulator: Emulator = await startEmulator(serving);
  await emulator.fail(fault);
  const control: ControlClient = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key, fetch: emulator.fetch });
  await control.request(ListDevices);
  emulator.expectOperations([ListDevices]);
  emulator.restore(emulator.snapshot());
  await emulator.close();
  return emulator.requests.length;
}
// @ts-expect-error: there is no such option.
startEmulator({ gadgets: 3 });
// @ts-expect-error: there is no such fault.
emulated({ fault: 'hiccup' });

const hook = (run: () => Promise<void>): void => void run();
export const service: EmulatedService = useEmulator({ devices: 2 }, { before: hook, beforeEach: hook, after: hook });
export const fixtures = emulatorFixtures({ devices: 2 });
export const handlers = [
  mock(ListDevices, ({ nth }) => (nth > 1 ? { error: { code: 'BUSY', status: 503 } } : { data: { team: { devices: { nodes: [] } } } })),
  mock.error(ListDevices, 'network'),
];
// @ts-expect-error: the data have the shape of the operation.
mock(ListDevices, { data: { team: { devices: { nodes: 'none' } } } });

const seen: ObservedDrift[] = [];
const watching: WatchDriftOptions = { answers: 0.1, onDrift: (drift) => void seen.push(drift) };
export const watched = createControlClient({ watch: watchDrift(watching) });
// @ts-expect-error: a share is a number.
watchDrift({ answers: 'all' });
`;

/** The types of a platform: the DOM, Node or Workers. */
export const ofThePlatform = `
import { createControlClient, ListDevices } from 'control-api-sdk';
import { controlApiCodegen } from 'control-api-sdk/codegen';
import { introspect } from 'control-api-sdk/drift';
import type { Emulator } from 'control-api-sdk/emulator';
import { mock } from 'control-api-sdk/testing';
const baseUrl = new URL('https://api.example');
const { signal } = new AbortController();
const control = createControlClient({ baseUrl, fetch });
export const data: Promise<unknown> = control.request('{ team { id } }', {}, { signal });
export const generator = controlApiCodegen({ operations: 'operations', output: 'generated.ts', baseUrl });
export const live = introspect({ baseUrl, signal, fetch });
export const answered = async (emulator: Emulator): Promise<number> => (await emulator.fetch(emulator.url, { method: 'POST', signal })).status;
export const handler = mock(ListDevices, ({ request }) => ({ error: { message: String(request.headers.get('authorization')) } }));
// @ts-expect-error: a signal it is.
introspect({ signal: 'now' });
// @ts-expect-error: a request's method is a text.
mock(ListDevices, ({ request }) => ({ error: { status: request.method } }));
`;

/** A program with the packages of the tools, whose types must fit. */
export const ofThePackages = `
import type { GraphQLSchema } from 'graphql';
import { checkDrift, introspect } from 'control-api-sdk/drift';
import { startEmulator } from 'control-api-sdk/emulator';
export const live: Promise<GraphQLSchema> = introspect();
// @ts-expect-error: a schema it is.
checkDrift({ operations: [], live: 'type Query { a: ID }' });
export const served = startEmulator({ resolvers: { Team: { name: (team) => String(team['id']) } } });
`;
export const ofMsw = `
import { ListDevices } from 'control-api-sdk';
import { mock } from 'control-api-sdk/testing';
import type { RequestHandler } from 'msw';
export const handlers: RequestHandler[] = [mock(ListDevices, { data: { team: null } }), mock.sequence(ListDevices, [{ data: { team: null } }])];
// @ts-expect-error: a handler it is.
export const wrong: string = mock(ListDevices, { data: { team: null } });
`;
export const ofTheGenerator = `
import type { CodegenConfig } from '@graphql-codegen/cli';
import { controlApiCodegen } from 'control-api-sdk/codegen';
const made: CodegenConfig = controlApiCodegen({ operations: 'operations', output: 'generated.ts' });
export const config: CodegenConfig = { ...made, hooks: { afterAllFileWrite: ['prettier --write'] } };
// @ts-expect-error: a config it is.
export const wrong: string = controlApiCodegen({ operations: 'operations', output: 'generated.ts' });
`;
