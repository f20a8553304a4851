import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Emulator, startEmulator } from 'control-api-sdk/emulator';

const root = new URL('../../', import.meta.url);

/** A file of this project, built. */
export const built = (file: string): string => fileURLToPath(new URL(`dist/${file}`, root));

/** A service, and a broker before it in a process of its own. */
export interface World extends AsyncDisposable {
  readonly service: Emulator;
  readonly url: string;
  readonly home: string;
  readonly broker: ChildProcess;
  /** The environment in which commands of this broker run. */
  readonly env: Record<string, string>;
  issue(...args: string[]): Promise<string>;
  revoke(token: string): Promise<void>;
}

/** Runs a program to its end; its output. */
export async function output(args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`It ended with ${code}: ${text}`);
  return text.trim();
}

/** Starts a service and a broker. */
export async function startWorld(settings: Record<string, string> = {}): Promise<World> {
  const schema = await readFile(new URL('node_modules/control-api-sdk/docs/invented.graphql', root), 'utf8');
  const service = await startEmulator({ schema, devices: 250 });
  const home = await mkdtemp(join(tmpdir(), 'broker-'));
  const env = { BROKER_HOME: home };
  const broker = spawn(process.execPath, [built('src/main.js')], {
    env: {
      PATH: process.env['PATH'],
      CONTROL_API_URL: service.url,
      CONTROL_API_KEY: service.key,
      BROKER_PORT: '0',
      ...env,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(broker.stdout, 'data');
  const url = String(line).trim().replace('listening on ', '');
  return {
    service,
    url,
    home,
    broker,
    env,
    issue: (...args) => output([built('src/issue.js'), ...args], env),
    revoke: async (token) => {
      await output([built('src/revoke.js'), token], env);
    },
    [Symbol.asyncDispose]: async () => {
      const ended = broker.exitCode === null && broker.signalCode === null ? once(broker, 'exit') : undefined;
      broker.kill();
      await ended;
      await service.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
