import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { peerVersions } from '../../src/graphql/files/package-manager.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package, as it would be published. */
    tarball: string;
    /** A project with that tarball alone. */
    installed: string;
    /** A project with the optional peers too. */
    equipped: string;
  }
}

/** Packs the built package, and installs it into an empty folder, once for all tests. */
export default function setup(project: TestProject): () => void {
  const root = resolve(import.meta.dirname, '../..');
  if (!existsSync(join(root, 'dist/index.mjs'))) throw new Error('Nothing is built yet: run `npm run build` first.');

  const work = mkdtempSync(join(tmpdir(), 'control-api-sdk-packed-'));
  const npm = (cwd: string, ...args: string[]): void => {
    execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });
  };
  npm(root, 'pack', '--pack-destination', work);
  const tarball = join(work, readdirSync(work).find((file) => file.endsWith('.tgz')) ?? 'nothing was packed');
  const installed = mkdtempSync(join(work, 'project-'));
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'integrator', private: true }));
  npm(installed, 'install', '--offline', tarball);

  const equipped = join(work, 'equipped');
  cpSync(installed, equipped, { recursive: true, verbatimSymlinks: true });
  for (const peer of Object.keys(peerVersions)) {
    const place = join(equipped, 'node_modules', peer);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', peer), place);
  }

  project.provide('tarball', tarball);
  project.provide('installed', installed);
  project.provide('equipped', equipped);
  return () => rmSync(work, { recursive: true, force: true });
}
