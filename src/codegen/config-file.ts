import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The names of the generator's config: `init` writes the first for TypeScript, the second for JavaScript. */
export const configFiles = ['codegen.ts', 'codegen.mjs'] as const;

/** The generator's config in a folder, if there is one. */
export function configFileIn(cwd: string): (typeof configFiles)[number] | undefined {
  return configFiles.find((file) => existsSync(resolve(cwd, file)));
}
