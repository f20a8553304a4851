import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;

/** The only valid key of the servers. */
export const KEY = 'key-of-the-foreign-servers-0001';

/** A running server. */
export interface Running {
  readonly url: string;
  close(): Promise<void>;
}

/** A server of another project, with its requirements. */
export interface ForeignServer {
  readonly name: string;
  /** A missing program or folder, and its Debian package; undefined if all is there. */
  readonly missing: () => string | undefined;
  /** Whether every run of `.ci/run` includes it, not only `--full`. */
  readonly inEveryRun: boolean;
  /** The argument of `team.devices` that filters. @defaultValue 'filter' */
  readonly filter?: string;
  /** Whether it refuses operations that are too deep. @defaultValue false */
  readonly limitsDepth?: boolean;
  /** Starts it. `moved` is its schema after a release that removes `Device.lastSeen`. */
  start(moved: boolean): Promise<Running>;
}

function found(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a program that prints `listening on <address>`. */
export async function listening(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Running> {
  const child = spawn(command, args, {
    cwd: here,
    env: { ...process.env, KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = /listening on (\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject).once('exit', () => reject(new Error(`${command} ended: ${said}`)));
  });
  return { url, close: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

const moving = (moved: boolean): Record<string, string> => (moved ? { MOVED: '1' } : {});

/** A server of the npm registry with the resolvers of api.mjs. */
function onNode(name: string, file: string): ForeignServer {
  return {
    name,
    missing: () => (existsSync(join(here, 'node_modules')) ? undefined : '`npm ci --prefix test/servers`'),
    inEveryRun: true,
    start: (moved) => listening(process.execPath, [file], moving(moved)),
  };
}

const systemPython = '/usr/bin/python3';
const postgresFolder = '/usr/lib/postgresql';

/** Builds the Go server once. */
let built: string | undefined;
function goBinary(): string {
  if (built !== undefined) return built;
  built = join(mkdtempSync(join(tmpdir(), 'graph-gophers-')), 'server');
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };
  execFileSync('go', ['build', '-o', built, './graph-gophers'], { cwd: here, env });
  return built;
}

/** Starts PostGraphile over a PostgreSQL of its own, which listens on a socket in a folder. */
async function startPostgraphile(moved: boolean): Promise<Running> {
  const programs = execFileSync('sh', ['-c', `ls -d ${postgresFolder}/*/bin | tail -n 1`], { encoding: 'utf8' }).trim();
  const folder = mkdtempSync(join(tmpdir(), 'postgraphile-'));
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root.
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', isRoot ? [flag, 'postgres'] : [flag], { encoding: 'utf8' })),
  );
  if (uid === undefined || gid === undefined) throw new Error('There is no user to run PostgreSQL.');
  if (isRoot) chownSync(folder, uid, gid);
  const as = { uid, gid, cwd: folder, stdio: 'ignore' } as const;
  const data = join(folder, 'data');
  execFileSync(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres'], as);
  const database = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    as,
  );
  const psql = (...args: string[]) =>
    execFileSync(join(programs, 'psql'), ['-h', folder, '-U', 'postgres', '-q', '-v', 'ON_ERROR_STOP=1', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  while (!found(join(programs, 'pg_isready'), '-q', '-h', folder)) await new Promise((wait) => setTimeout(wait, 50));
  psql('-f', join(here, 'postgraphile.sql'));
  if (moved) psql('-c', 'alter table api.devices drop column last_seen');
  const served = await listening(process.execPath, ['postgraphile.mjs'], {
    DATABASE: `postgres://postgres@/postgres?host=${folder}`,
    GRAPHILE_ENV: 'production',
  });
  return {
    url: served.url,
    close: async () => {
      await served.close();
      await end(database);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The missing requirement of graphql-ruby. */
export const missingRuby = (): string | undefined =>
  found('ruby', '-e', 'require "graphql"; require "webrick"')
    ? undefined
    : '`apt-get install ruby ruby-graphql ruby-webrick`';

/** The servers, each a process of its own. */
export const foreignServers: readonly ForeignServer[] = [
  onNode('Apollo Server 5', 'apollo.mjs'),
  onNode('GraphQL Yoga 5', 'yoga.mjs'),
  onNode('Mercurius 16', 'mercurius.mjs'),
  onNode('graphql-http 1', 'graphql-http.mjs'),
  {
    name: 'PostGraphile 5',
    missing: () => (existsSync(postgresFolder) ? undefined : '`apt-get install postgresql`'),
    inEveryRun: false,
    filter: 'condition',
    start: startPostgraphile,
  },
  {
    name: 'graphql-ruby 1.13',
    missing: missingRuby,
    inEveryRun: true,
    limitsDepth: true,
    start: (moved) => listening('ruby', ['graphql-ruby.rb'], moving(moved)),
  },
  {
    name: 'graphql-core 2',
    missing: () => (found(systemPython, '-c', 'import graphql') ? undefined : '`apt-get install python3-graphql-core`'),
    inEveryRun: true,
    start: (moved) => listening(systemPython, ['graphql-core2.py'], moving(moved)),
  },
  {
    name: 'graph-gophers 1.5',
    missing: () =>
      existsSync('/usr/share/gocode/src/github.com/graph-gophers/graphql-go') && found('go', 'version')
        ? undefined
        : '`apt-get install golang-go golang-github-graph-gophers-graphql-go-dev`',
    inEveryRun: false,
    limitsDepth: true,
    start: (moved) => listening(goBinary(), [], { SCHEMA: 'schema.graphql', ...moving(moved) }),
  },
];
