import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownCommand } from '../graphql/files/commands.ts';

/** The config files that commands find by themselves. `init` writes the first for TypeScript, the second for JavaScript. */
export const configFiles = ['codegen.ts', 'codegen.mjs'] as const;

export function configFileIn(cwd: string): (typeof configFiles)[number] | undefined {
  return configFiles.find((file) => existsSync(resolve(cwd, file)));
}

/** A config file that commands read only by `--config`. */
export function otherConfigIn(cwd: string): string | undefined {
  return readdirSync(cwd).find((name) => /^codegen\.(?:ya?ml|json|[cm]?[jt]s)$/.test(name));
}

/** The advice in a folder without one of the {@link configFiles}. */
export function howToBegin(cwd: string): string {
  const other = otherConfigIn(cwd);
  if (other !== undefined) return `begin with \`--config ${other}\``;
  const unread = readdirSync(cwd).find((name) => /^(?:\.graphqlrc(?:\.\w+)?|graphql\.config\.\w+)$/.test(name));
  const init = `run \`${ownCommand()} init\``;
  return unread === undefined ? init : `${unread} is not read, so ${init}`;
}
