// Packs two clean clones of this commit, and ends with 1 unless both packages are the same, byte for byte.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'same-bytes-'));

function packed(name) {
  const clone = join(work, name);
  const run = (command, ...args) => execFileSync(command, args, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(clone);
  run('git', 'clone', '--quiet', '--no-hardlinks', root, '.');
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  run('node', 'build/tsdown.build.mjs');
  run('npm', 'pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', clone);
  const file = readdirSync(clone).find((one) => one.endsWith('.tgz'));
  return createHash('sha256')
    .update(readFileSync(join(clone, file)))
    .digest('hex');
}

try {
  // Of different lengths, so that a path of the build in it would show.
  const [first, second] = [packed('one'), packed('the-second-one')];
  console.log(`${first}\n${second}`);
  if (first !== second) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
