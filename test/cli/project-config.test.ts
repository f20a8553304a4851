import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { emptyFolder, failure, folderWith, say, sayIn } from '../helpers/cli-in-process.ts';

const served = 'type Query { team: Team } type Team { id: ID!, sites: [Site!] } type Site { id: ID!, city: String }';
/** A schema that the service lacks, in the snapshot of a config. */
const older = served.replace('city: String', 'city: String, zip: String');
const emulator = await startEmulator({ schema: served });
const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
afterAll(() => emulator.close());

const configs = {
  'codegen.ts': `const schema: string = 'api/control.graphql';\nexport default { schema, documents: 'api/*.graphql', generates: {} };`,
  'codegen.mjs': `export default { schema: 'api/control.graphql', documents: 'api/*.graphql', generates: {} };`,
};

describe.each(Object.entries(configs))('the snapshot that %s names is the one', (file, text) => {
  const project = {
    [file]: text,
    'package.json': '{}',
    'api/control.graphql': older,
    'api/queries/zip.graphql': 'query Zip { team { sites { zip } } }',
  };

  test.each([
    ['schema show Site.zip', 0, 'zip: String'],
    ['operations add team.sites --fields zip --dry-run', 0, 'zip'],
    // The service refuses fields of the snapshot, so the snapshot was read.
    ['list team.sites --fields zip', 4, ''],
    ['request {team{sites{zap}}}', 2, ''],
    ['init --dry-run', 0, ''],
  ])('the config decides about the files for %s', async (line, exit, shown) => {
    const { code, stdout, stderr } = await sayIn(project, line, { env });
    expect([code, stdout], stderr).toEqual([exit, expect.stringContaining(shown)]);
    if (line.startsWith('request')) expect(stderr).toContain('is invalid for api/control.graphql');
    if (line.startsWith('init')) expect(stderr).toContain('writes api/control.graphql, the snapshot');
  });

  test('`schema pull` and `check` use the snapshot of the config, and no other file is written', async () => {
    await using folder = await folderWith(project);
    const around = { cwd: folder.path, env };
    const pulled = await say('schema pull', around);
    expect([pulled.code, pulled.stderr]).toEqual([0, `api/control.graphql: written from ${emulator.url}/graphql\n`]);
    expect(await readFile(join(folder.path, 'api/control.graphql'), 'utf8')).not.toContain('zip');
    expect(await readdir(folder.path)).not.toContain('schema.graphql');
    const checked = await say('check', around);
    expect(checked.stdout + checked.stderr).toContain('api/control.graphql');
  });

  test('an operation is found by its name among the operations of the config', async () => {
    const files = {
      [file]: text.replace('api/*.graphql', 'api/queries/*.graphql'),
      'api/queries/city.graphql': 'query City { team { sites { city } } }',
    };
    expect((await sayIn(files, 'request City', { env })).code).toBe(0);
    expect(await sayIn(files, 'request Cite', { env })).toEqual(
      failure(2, 'in api/queries/*.graphql. Did you mean City?'),
    );
  });
});

describe('a config is code of the folder', () => {
  const witness = (seen: string) =>
    `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(seen)}, JSON.stringify([process.pid, process.env]));
console.log('from the config');
export default { documents: 'api/*.graphql', generates: {} };`;

  test.each(['list team.sites', 'request {team{id}}', 'schema pull --with-key', 'schema show', 'operations add team'])(
    'another process reads the config, without a key, and its output is no data: %s',
    async (line) => {
      await using place = await emptyFolder();
      const seen = join(place.path, 'seen.json');
      const files = { 'codegen.mjs': witness(seen), '.env': `CONTROL_API_KEY=${emulator.key}\n` };
      for (const around of [env, { CONTROL_API_URL: emulator.url }]) {
        const { code, stdout, stderr } = await sayIn(files, line, { env: around });
        expect(code, stderr).toBe(0);
        expect(stdout).not.toContain('from the config');
        expect(stderr).toContain('from the config\n');
        const [pid, given] = JSON.parse(await readFile(seen, 'utf8'));
        expect(pid).not.toBe(process.pid);
        expect(given).toHaveProperty('CONTROL_API_URL', emulator.url);
        expect(JSON.stringify(given)).not.toContain(emulator.key);
      }
    },
  );

  test('`devices` does not read the config', async () => {
    const away = { env: { ...env, CONTROL_API_URL: 'http://127.0.0.1:9' } };
    const { code, stderr } = await sayIn({ 'codegen.mjs': 'throw new Error("never");' }, 'devices', away);
    expect([code, stderr]).toEqual([3, expect.not.stringContaining('never')]);
  });

  test.each([
    ['throws', 'throw new Error("no luck\\nat all")', 'no luck'],
    ['is no module', 'export {', 'Unexpected'],
    ['exports no config', 'export default 1', 'It exports no config.'],
    ['ends the process', 'process.exit(0)', 'It exports no config.'],
    [
      'names two snapshots',
      `export default { schema: ['a.graphql', 'b.graphql'], generates: {} }`,
      'a snapshot is one',
    ],
  ])('a config that %s is a note, and the usual files are used', async (_what, text, why) => {
    await using folder = await folderWith({ 'codegen.mjs': text, 'schema.graphql': older });
    const { code, stdout, stderr } = await say('schema show Site.zip', { cwd: folder.path });
    expect([code, stdout]).toEqual([0, 'type Site {\n  zip: String\n}\n']);
    expect(stderr).toMatch(/^codegen\.mjs cannot be read, so schema\.graphql and operations\/ are taken\. .+\n$/);
    expect(stderr).toContain(why);
    expect(existsSync(join(folder.path, 'operations'))).toBe(false);
  });
});
