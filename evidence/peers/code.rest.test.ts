import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../src/codegen/generate.ts';
import { difference } from '../../test/drift/code/oracle.ts';
import { projects } from '../../test/drift/code/projects.ts';
import { Project } from '../../test/drift/helpers/check.ts';
import { ended, start } from '../../test/helpers/cli.ts';
import { compilers } from './compilers.ts';

const live = [
  ['  state: State!', '  state: State'],
  ['  name: String!\n  state', '  name: String\n  state'],
  ['ONLINE OFFLINE LOST', 'ONLINE OFFLINE'],
  ['times: Int', 'times: Int!'],
  ['version: Int!', 'version: String'],
].reduce(
  (sdl, [from = '', to = '']) => {
    if (!sdl.includes(from)) throw new Error(`The fixture does not hold ${from}.`);
    return sdl.replace(from, to);
  },
  readFileSync('test/drift/fixtures/fleet.graphql', 'utf8'),
);

/** Operations that stay valid. */
const operations = (projects.fleet['operations/all.graphql'] ?? '').replace('ONLINE, LOST', 'ONLINE');

/** The reports of the compiler, one a line. */
async function reportedBy(compiler: string, folder: string): Promise<readonly string[]> {
  const tsc = resolve('evidence/peers/node_modules', compiler, 'bin/tsc');
  const { stdout } = await ended(start(process.execPath, [tsc, '--noEmit', '--pretty', 'false'], {}, folder));
  return stdout.split('\n').filter((line) => /error TS\d+: /.test(line));
}

test.each(compilers)('%s: the reported lines are those of `generate` followed by `tsc`', async (compiler) => {
  const files = { ...projects.fleet, 'operations/all.graphql': operations, 'live.graphql': live };
  await using project = await Project.create(files);
  await project.install('typescript', join('evidence/peers/node_modules', compiler));
  await generate('codegen.mjs', { check: false, cwd: project.folder });
  const before = await reportedBy(compiler, project.folder);

  await mkdir(join(project.folder, 'temporary'));
  const args = ['check', '--config', 'codegen.mjs', '--live', 'live.graphql', '--code', '--format', 'json'];
  const { code, stdout } = await project.run(args, { TMPDIR: join(project.folder, 'temporary') });
  expect(code).toBe(1);
  expect(await readdir(join(project.folder, 'temporary'))).toEqual([]);
  interface Place {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly code: number;
    readonly message: string;
  }
  const report: {
    readonly findings: readonly { readonly coordinate: string; readonly codePlaces: readonly Place[] }[];
    readonly code: { readonly unexplained: readonly Place[]; readonly notCovered: readonly string[] };
  } = JSON.parse(stdout);
  const places = [...report.findings.flatMap(({ codePlaces }) => codePlaces), ...report.code.unexplained];
  const lines = places.map(
    ({ file, line, column, code, message }) => `${file}(${line},${column}): error TS${code}: ${message.split('\n')[0]}`,
  );

  await project.write('schema.graphql', live);
  await generate('codegen.mjs', { check: false, cwd: project.folder });
  const after = difference(await reportedBy(compiler, project.folder), before);
  expect(after.length).toBeGreaterThan(3);
  expect([...new Set(lines)].sort()).toEqual(after);
  expect(report.findings.filter(({ codePlaces }) => codePlaces.length > 0).map(({ coordinate }) => coordinate)).toEqual(
    expect.arrayContaining(['Device.name', 'State.LOST', 'Repeat.times', 'Application.version']),
  );
  expect(report.code.notCovered).toEqual([]);
});
