import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownCommand } from '../graphql/files/place.ts';

/** The names of the generator's config: `init` writes the first for TypeScript, the second for JavaScript. */
export const configFiles = ['codegen.ts', 'codegen.mjs'] as const;

/** The generator's config in a folder, if there is one. */
export function configFileIn(cwd: string): (typeof configFiles)[number] | undefined {
  return configFiles.find((file) => existsSync(resolve(cwd, file)));
}

/** Another config of the generator in a folder, which a command reads where it is named. */
export function otherConfigIn(cwd: string): string | undefined {
  return readdirSync(cwd).find((name) => /^codegen\.(?:ya?ml|json|[cm]?[jt]s)$/.test(name));
}

/** How to begin in a folder that has no config of the usual names. */
export function howToBegin(cwd: string): string {
  const other = otherConfigIn(cwd);
  if (other !== undefined) return `begin with \`--config ${other}\``;
  const unread = readdirSync(cwd).find((name) => /^(?:\.graphqlrc(?:\.\w+)?|graphql\.config\.\w+)$/.test(name));
  const init = `run \`${ownCommand()} init\``;
  return unread === undefined ? init : `${unread} is not read, so ${init}`;
}
