import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Gives a folder the built package and what it needs to generate, as if they were installed there. */
export async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@graphql-codegen'), { recursive: true });
  await symlink(resolve('.'), join(folder, 'node_modules/control-api-sdk'));
  for (const name of ['graphql', '@graphql-codegen/cli'])
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
}
