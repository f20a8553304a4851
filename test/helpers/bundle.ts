import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles the runtime into one file for processes of plain Node, and returns its URL. */
export async function bundledRuntime(): Promise<string> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'control-api-runtime-'));
  await build({
    config: false,
    cwd: root,
    entry: { index: path.join(root, 'src/index.ts') },
    outDir,
    format: 'esm',
    platform: 'node',
    dts: false,
    fixedExtension: true,
    report: false,
    logLevel: 'silent',
    deps: { alwaysBundle: [/graphql/] },
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  });
  return pathToFileURL(path.join(outDir, 'index.mjs')).href;
}
