import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Links the built package and the packages of the generator into a folder. */
export async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@graphql-codegen'), { recursive: true });
  await symlink(resolve('.'), join(folder, 'node_modules/control-api-sdk'));
  for (const name of ['graphql', '@graphql-codegen/cli'])
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
}
