// The software bill of materials of the built package, as CycloneDX: what `npm sbom` says of those packages that are in dist/.
// The package has no dependencies, but contains some, so a list of its dependencies would be empty.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The packages that the build took something of, as `name version`. */
function bundled() {
  const licences = readFileSync(join(root, 'dist/THIRD-PARTY-LICENCES.txt'), 'utf8');
  return new Set(
    [...licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+\S*) \(.*\)$/gm)].map(([, name]) => name),
  );
}

/** The same bytes for the same commit: the time is the commit's, and there is no random serial number. */
export function softwareBillOfMaterials() {
  const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 });
  const { serialNumber: _, ...all } = JSON.parse(
    run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error'),
  );
  const names = bundled();
  const components = all.components
    .filter(({ name, version }) => names.has(`${name} ${version}`))
    .map(({ properties: _development, ...component }) => component);
  const missing = [...names].filter((one) => !components.some(({ name, version }) => `${name} ${version}` === one));
  if (missing.length > 0) throw new Error(`In dist/, but not in package-lock.json: ${missing.join(', ')}`);
  const { component, ...metadata } = all.metadata;
  const self = component['bom-ref'];
  return {
    ...all,
    metadata: {
      ...metadata,
      timestamp: new Date(run('git', 'log', '-1', '--format=%cI').trim()).toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: { ...component, name: self.replace(/(?<=.)@.*/, '') },
    },
    components,
    dependencies: [
      { ref: self, dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'], dependsOn: [] })),
    ],
  };
}
