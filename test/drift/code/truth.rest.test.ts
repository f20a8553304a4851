import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, parse } from 'graphql';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import { compareCode } from '../../../src/cli/check/run-check.ts';
import { loadCheckConfig } from '../../../src/cli/project-config.ts';
import { generate } from '../../../src/codegen/generate.ts';
import { checkDrift } from '../../../src/drift/check-drift.ts';
import { allCodePlaces } from '../../../src/drift/report/group.ts';
import { isFull } from '../../helpers/cases.ts';
import { listenedIo } from '../../helpers/cli-in-process.ts';
import { Project } from '../helpers/check.ts';
import { editSchema, range } from '../oracle/edit-schema.ts';
import { chance } from '../oracle/random.ts';
import { compileFor, difference, reported, shown } from './oracle.ts';
import { projects } from './projects.ts';
import { readEverything } from './read-everything.ts';

// This takes much computing; how long that is on a clock is the machine's affair.
vi.setConfig({ testTimeout: 3_600_000 });

/** Every file of a project with its text. */
async function filesIn({ folder }: Project): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(folder.length + 1)] = await readFile(path, 'utf8');
  }
  return found;
}

/** The number of schema changes for each project. */
const edits = isFull ? 100 : 6;

test.each(Object.entries(projects))(
  '%s: over seeded changes, the reported lines are exactly those that fail after generating',
  async (_name, files) => {
    const sdl = files['schema.graphql'] ?? '';
    const text = files['operations/all.graphql'] ?? '';
    await using project = await Project.create(files);
    await using copy = await Project.create(files);
    await generate('codegen.mjs', { check: false, cwd: project.folder });
    const everything = readEverything(join(project.folder, 'src/generated/api.ts'), './generated/api.js', {
      strict: true,
      lib: ['lib.es2019.d.ts'],
      module: ts.ModuleKind.NodeNext,
      types: [],
    });
    for (const one of [project, copy]) {
      await one.install('typescript', 'node_modules/typescript');
      await one.write('src/everything.ts', everything);
    }
    const before = reported(project.folder);
    expect(before.filter((it) => !it.startsWith('src/fleet.ts:5'))).toEqual([]);
    const untouched = await filesIn(project);

    const { io } = listenedIo({ cwd: project.folder });
    const config = await loadCheckConfig({ config: 'codegen.mjs', live: 'live.graphql' }, io);
    const snapshot = buildSchema(sdl, { assumeValidSDL: true });
    const sources = [{ file: 'operations/all.graphql', text }];
    const seen = { failing: 0, fine: 0 };
    for (const seed of range(1, edits)) {
      const { live, made } = editSchema(parse(sdl, { noLocation: true }), chance(seed));
      const found = checkDrift({
        operations: sources,
        snapshot,
        live,
        scalars: config.scalars,
        openEnums: config.openEnums,
      });
      const drift = await compareCode(found, undefined, { sources, config, live, snapshot }, io);
      const expected = difference(await compileFor(live, copy, text), before);
      const lines = allCodePlaces(drift).map(({ file, line, column, code, message }) =>
        shown(file, line, column, code ?? 0, message),
      );
      expect([...lines].sort(), `seed ${seed}: ${made}`).toEqual(expected);
      seen[expected.length > 0 ? 'failing' : 'fine'] += 1;
    }
    // A run in which one outcome hardly ever comes up would prove little.
    expect(seen.failing).toBeGreaterThan(edits / 4);
    expect(seen.fine).toBeGreaterThan(edits / 20);
    expect(await filesIn(project)).toEqual(untouched);
  },
);
