import { defineConfig, type UserConfig } from 'tsdown';
import { type PlantedBug, plantedBugs } from './planted.ts';

/** Puts a bug into the source. */
function plant({ name, edits }: PlantedBug) {
  const left = new Set(edits);
  return {
    name: 'planted-bug',
    transform(code: string, id: string): string {
      let changed = code;
      for (const edit of edits) {
        if (!id.endsWith(`/src/${edit.file}`)) continue;
        if (changed.split(edit.find).length !== 2)
          throw new Error(`${name}: ${edit.file} must hold once: ${edit.find}`);
        changed = changed.replace(edit.find, () => edit.plant);
        left.delete(edit);
      }
      return changed;
    },
    buildEnd(error?: Error) {
      if (error) return;
      for (const { file } of left) throw new Error(`${name}: ${file} was not built`);
    },
  };
}

const build = (name: string, plugins: UserConfig['plugins']): UserConfig => ({
  name,
  entry: { [name]: 'test/simulation/main.ts' },
  cwd: new URL('../..', import.meta.url).pathname,
  outDir: '.tmp/simulation',
  clean: false,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: false,
  fixedExtension: true,
  hash: false,
  report: false,
  deps: { alwaysBundle: [/./], neverBundle: ['graphql'] },
  plugins,
});

/** The simulation, or with `PLANTED` once for each planted bug. */
export default defineConfig(
  process.env['PLANTED'] ? plantedBugs.map((bug) => build(bug.name, [plant(bug)])) : [build('simulation', [])],
);
