import { expect, test } from 'vitest';
import { compilers, makeProject } from './compilers.ts';

/** Every function of the package, and each member of its result, as a module exports them. */
const module = `
import { type CallOptions, createControlClient, devicesOperations, isControlApiError, ListDevices } from 'control-api-sdk';
import { controlApiCodegen } from 'control-api-sdk/codegen';
import { checkDrift, judgeDrift, renderReport } from 'control-api-sdk/drift';
import { startEmulator } from 'control-api-sdk/emulator';
import { emulatorFixtures, mock, useEmulator } from 'control-api-sdk/testing';
import { watchDrift } from 'control-api-sdk/watch';
import { fetch } from 'undici';

export const control = createControlClient({ baseUrl: 'https://control.example', apiKey: 'a-key-of-types' });
export const overUndici = createControlClient({ fetch });
export const overGlobal = createControlClient({ fetch: globalThis.fetch });
export const { request, execute, paginate, devices, close } = control;
export const data = control.request(ListDevices);
export const answer = control.execute(ListDevices);
export const meta = async () => (await control.execute(ListDevices)).meta;
export const list = control.devices({ pageSize: 10 });
export const pages = list.pages();
export const array = list.toArray({ limit: 1 });
export const wrapped = (variables?: Record<string, never>, options?: CallOptions) =>
  control.request(ListDevices, variables, options);
export const untyped = (text: string, variables?: object, options?: CallOptions) => control.request(text, variables, options);
export const operations = devicesOperations;
export const watcher = watchDrift({ onDrift: () => {}, answers: 1 });
export const watched = createControlClient({ watch: watchDrift() });
export const changes = (error: unknown) => (isControlApiError(error) ? error.drift?.changes : undefined);
export const first = (error: unknown) => (isControlApiError(error) ? error.drift?.changes[0]?.change : undefined);
export const facts = (error: unknown) => (isControlApiError(error) ? error.toJSON() : undefined);
export const header = (error: unknown) => (isControlApiError(error) ? error.header : undefined);
export const emulator = startEmulator({ seed: 1 });
export const world = async () => (await startEmulator()).requests;
export const config = controlApiCodegen({ operations: 'a.graphql', output: 'generated.ts' });
export const fixtures = emulatorFixtures;
export const handler = mock;
export const service = useEmulator;
export const tools = { checkDrift, judgeDrift, renderReport };
`;

test.each(compilers.filter((it) => it !== 'typescript7'))(
  'a module may export what each public function returns: %s writes its declarations',
  async (compiler) => {
    await using project = await makeProject(
      'module',
      { 'index.ts': module },
      { declaration: true, skipLibCheck: true },
    );
    const { code, stdout } = await project.check(compiler);
    expect(stdout).toBe('');
    expect(code).toBe(0);
  },
);
