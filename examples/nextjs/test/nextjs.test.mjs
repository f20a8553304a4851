import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startEmulator } from 'control-api-sdk/emulator';

const root = join(import.meta.dirname, '..');
const next = join(root, 'node_modules/next/dist/bin/next');

/** Starts Next with nothing in its environment but these settings. */
function start(args, settings = {}) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...settings };
  const child = spawn(process.execPath, [next, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const program = { child, printed: '', ended: new Promise((resolve) => child.on('close', resolve)) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      program.printed += data;
    });
  }
  return program;
}

async function build(settings) {
  const program = start(['build'], settings);
  return { code: await program.ended, printed: program.printed };
}

/** Starts the server on a free port of its own choice; what it prints says which. */
function serve(settings) {
  const program = start(['start', '--hostname', '127.0.0.1', '--port', '0'], settings);
  return new Promise((resolve, reject) => {
    program.child.stdout.on('data', () => {
      const [, origin] = /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/.exec(program.printed) ?? [];
      if (origin) resolve({ ...program, origin });
    });
    program.ended.then(() => reject(new Error(program.printed)));
  });
}

let emulator;
let server;
let names;

before(async () => {
  rmSync(join(root, '.next'), { recursive: true, force: true });
  emulator = await startEmulator({
    schema: join(root, 'node_modules/control-api-sdk/docs/invented.graphql'),
    devices: 120,
  });
  // Neither variable is set while it is built.
  const { code, printed } = await build();
  assert.equal(code, 0, printed);
  server = await serve({ CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key });
  const devices = await (await fetch(`${server.origin}/api/devices`)).json();
  names = devices.map(({ name }) => name);
});

after(async () => {
  server?.child.kill();
  await server?.ended;
  await emulator?.close();
});

test('the route handlers give every device, on Node and on the edge, and no field more', async () => {
  for (const path of ['/api/devices', '/api/edge']) {
    const devices = await (await fetch(`${server.origin}${path}`)).json();
    assert.equal(devices.length, 120, path);
    for (const device of devices) assert.deepEqual(Object.keys(device), ['id', 'name']);
  }
});

test('the server component renders them all', async () => {
  const page = await (await fetch(server.origin)).text();
  for (const name of names) assert.ok(page.includes(`<li>${name}</li>`), name);
  assert.ok(!page.includes(emulator.key));
});

test('the server action renames a device once, also without JavaScript', async () => {
  const page = await (await fetch(server.origin)).text();
  const [form] = /<form\b.*?<\/form>/s.exec(page);
  const body = new FormData();
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const attribute = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&quot;', '"') ?? '';
    body.append(attribute('name'), attribute('name') === 'name' ? 'Gate 7' : attribute('value'));
  }
  const answer = await fetch(server.origin, { method: 'POST', body, headers: { origin: server.origin } });
  assert.ok((await answer.text()).includes('<li>Gate 7</li>'));
  assert.equal(emulator.requests.filter(({ kind }) => kind === 'mutation').length, 1);
});

test("nothing in the browser's files is the SDK or the key", () => {
  const files = readdirSync(join(root, '.next/static'), { recursive: true, withFileTypes: true }).filter((it) =>
    it.isFile(),
  );
  assert.ok(files.length > 3);
  for (const file of files) {
    const text = readFileSync(join(file.parentPath, file.name), 'latin1');
    for (const mark of ['CONTROL_API_URL', 'control-api-sdk', emulator.key]) assert.ok(!text.includes(mark), file.name);
  }
});

test('the build fails when a client component imports the SDK, and says why', async () => {
  const { code, printed } = await build({ MISTAKE: '1' });
  assert.notEqual(code, 0, printed);
  assert.match(printed, /page\.mistake\.tsx/);
  assert.match(printed, /control-api-sdk-is-server-only/);
});
