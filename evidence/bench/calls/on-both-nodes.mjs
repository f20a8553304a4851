import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The major version of this Node. */
export const major = process.versions.node.split('.')[0];

/** The executable of a version of Node, if there is one. */
function nodeOf(version) {
  if (version === major) return process.execPath;
  const installed = new URL(`../node_modules/node${version}-linux-x64/bin/node`, import.meta.url).pathname;
  return existsSync(installed) ? installed : undefined;
}

/**
 * Runs this program on Node 20 and on Node 24, with this executable or with one that `npm ci` installs on Linux, and ends the process.
 * `--here` stays in this process. `take` gets the output of each run; without it, the output is printed.
 */
export function onBothNodes(take) {
  const flags = process.argv.slice(2);
  if (flags.includes('--here')) return;
  const ended = ['20', '24'].map((version) => {
    const node = nodeOf(version);
    console.log(
      `\n== Node ${version}${node ? '' : ': not found. `npm ci` in evidence/bench installs it on Linux (x64).'}`,
    );
    if (!node) return 1;
    const stdio = ['inherit', take ? 'pipe' : 'inherit', 'inherit'];
    const { status, stdout } = spawnSync(node, [process.argv[1], '--here', ...flags], { stdio, encoding: 'utf8' });
    if (status === 0) take?.(stdout, version);
    return status ?? 1;
  });
  process.exit(Math.max(...ended));
}
