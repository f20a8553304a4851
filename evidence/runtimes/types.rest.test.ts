import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isFull } from '../../test/helpers/cases.ts';
import { node } from '../../test/packed/integrator.ts';
import { allCells, type Cell, lacksModules } from './type-cells.ts';
import { makeProjects, writeCell } from './type-projects.ts';

/*
 * The declarations in each set-up, without skipLibCheck: every entry point, imported by ES modules and by CommonJS, alone and with
 * the packages of the tools.
 */

const peers = join(import.meta.dirname, '../peers/node_modules');
const more = join(import.meta.dirname, 'node_modules');
const graphql17 = join(import.meta.dirname, '../graphql17/node_modules');

const homeOf = (compiler: string): string =>
  [peers, more].map((folder) => join(folder, compiler)).find((folder) => existsSync(folder)) ?? join(more, compiler);
const compilers = (isFull ? ['54', '55', '56', '57', '58', '59', '6', '7'] : ['59']).map((it) => `typescript${it}`);

const cells = allCells(compilers).filter(({ resolution, dom }) => isFull || (resolution === 'nodenext' && !dom));
const newest = existsSync(join(graphql17, 'graphql'));

const work = mkdtempSync(join(tmpdir(), 'declarations-'));

/** The packages beside this one in a set-up: the newest, if the resolver is that of Node. */
function projectsOf({ resolution }: Cell): readonly string[] {
  return ['nothing else', 'graphql 16', ...(newest && resolution === 'nodenext' ? ['graphql 17'] : [])];
}

/** The packages with mistakes in their own declarations, as in `docs/runtimes.md`. */
function lackingOf(cell: Cell, project: string): readonly string[] {
  const { compiler, types, dom, resolution } = cell;
  if (project === 'nothing else') return [];
  const isNew = project === 'graphql 17';
  // msw 3 writes `Uint8Array<T>`, which is of TypeScript 5.7, and names files of a package by its exports.
  const isTooOld = isNew ? /5[4-6]$/.test(compiler) || resolution === 'node10' : lacksModules(cell);
  return [
    ...(isNew && types === 'no types' && !dom ? ['graphql'] : []),
    ...(!dom || isTooOld ? ['msw'] : []),
    ...(types.startsWith('@types/node') ? [] : ['the code generator']),
  ];
}

/** The package of a declaration file; undefined for this package, and for the files that use it. */
function ownerOf(file: string): string | undefined {
  const [, name = ''] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (/^@graphql-(?:codegen|tools)\//.test(name)) return 'the code generator';
  if (name === 'msw' || name === 'rettime' || name.startsWith('@mswjs/')) return 'msw';
  return name === 'graphql' ? name : undefined;
}

/** The mistakes of this package, or else the packages with mistakes. */
function outcomeOf(errors: readonly string[]): string {
  const owners = errors.map((error) => ownerOf(error.split('(')[0] ?? ''));
  const ours = errors.filter((_error, index) => owners[index] === undefined);
  return ours.length > 0 ? ours.join('; ') : sentence([...new Set(owners.flatMap((owner) => owner ?? []))]);
}

const sentence = (lacking: readonly string[]): string =>
  lacking.length === 0 ? 'compiles' : `compiles, but for ${[...lacking].sort().join(', ')}`;

describe('the declarations', () => {
  beforeAll(() => {
    const packed = join(inject('installed'), 'node_modules/control-api-sdk');
    const modules = join(import.meta.dirname, '../../node_modules');
    makeProjects(work, packed, [
      { name: 'nothing else' },
      { name: 'graphql 16', modules },
      ...(newest ? [{ name: 'graphql 17', modules: graphql17, mswIsEsm: true }] : []),
    ]);
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test.each(compilers)(
    'the declarations of every entry point are compiled by %s',
    { timeout: 3_600_000 },
    async (compiler) => {
      const programs = cells
        .filter((cell) => cell.compiler === compiler)
        .flatMap((cell) => projectsOf(cell).map((project) => ({ cell, project })))
        .map((it, index) => ({ ...it, folder: join(work, compiler, String(index)) }));
      for (const { cell, project, folder } of programs) writeCell(folder, peers, cell, join(work, project));
      const script = join(import.meta.dirname, 'compile-cells.mjs');
      const { stdout, stderr } = await node(work, script, homeOf(compiler), ...programs.map(({ folder }) => folder));
      expect(stderr).toBe('');
      const errors: readonly (readonly string[])[] = JSON.parse(stdout);
      const of = (outcome: (cell: Cell, project: string, index: number) => string) =>
        programs.map(({ cell, project }, index) => ({
          ...cell,
          beside: project,
          outcome: outcome(cell, project, index),
        }));
      expect(programs.length).toBeGreaterThan(0);
      expect(of((_cell, _project, index) => outcomeOf(errors[index] ?? ['nothing was compiled']))).toEqual(
        of((cell, project) => sentence(lackingOf(cell, project))),
      );
    },
  );
});
