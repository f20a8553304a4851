import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package, as it would be published. */
    tarball: string;
    /** An empty project into which nothing but that tarball was installed. */
    installed: string;
  }
}

/** Packs the built package and installs it into an empty folder, once for all tests that use it as its users get it. */
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

  project.provide('tarball', tarball);
  project.provide('installed', installed);
  return () => rmSync(work, { recursive: true, force: true });
}
