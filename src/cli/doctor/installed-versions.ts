import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { up } from 'empathic/find';
import { isRecord } from '../../base/is-record.ts';
import { codegenPackages } from '../../graphql/files/load-peer.ts';

/** The versions of this package and its peers that are installed for a folder, as Node looks for them: upwards. */
export function installedVersions(folder: string): ReadonlyMap<string, string> {
  const found = ['control-api-sdk', ...codegenPackages].map((name) => [name, versionOf(name, folder)] as const);
  return new Map(found.flatMap(([name, version]) => (version === undefined ? [] : [[name, version] as const])));
}

function versionOf(name: string, folder: string): string | undefined {
  const file = up(join('node_modules', name, 'package.json'), { cwd: folder });
  const manifest: unknown = file && JSON.parse(readFileSync(file, 'utf8'));
  return isRecord(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : undefined;
}
