// Writes what a release consists of to release/: the package, its bill of materials, their sums, and the notes from CHANGELOG.md.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { changesOf } from './changelog.mjs';
import { softwareBillOfMaterials } from './sbom.mjs';

const root = resolve(import.meta.dirname, '..');
const release = join(root, 'release');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(release, { recursive: true, force: true });
mkdirSync(release);
execFileSync('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', release], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [packed = ''] = readdirSync(release);
renameSync(join(release, packed), join(release, 'control-api-sdk.tgz'));
writeFileSync(join(release, 'sbom.cdx.json'), `${JSON.stringify(softwareBillOfMaterials(), null, 2)}\n`);
const sum = (file) =>
  createHash('sha256')
    .update(readFileSync(join(release, file)))
    .digest('hex');
const sums = ['control-api-sdk.tgz', 'sbom.cdx.json'].map((file) => `${sum(file)}  ${file}\n`).join('');
writeFileSync(join(release, 'SHA256SUMS'), sums);
writeFileSync(join(release, 'notes.md'), `${changesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)}\n`);
process.stdout.write(sums);
