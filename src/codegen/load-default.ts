import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { loadPeer } from '../graphql/files/load-peer.ts';

/** Loads the default export of a module, in JavaScript or TypeScript, or a config of the generator in another form. */
export async function loadDefault(path: string, name: string): Promise<unknown> {
  const needed = ['@graphql-codegen/cli'] as const;
  if (/\.[cm]?js$/.test(path)) {
    const module: object = await import(pathToFileURL(path).href);
    return 'default' in module ? module.default : undefined;
  }
  if (/\.[cm]?ts$/.test(path)) return (await loadPeer(`Reading ${name}`, needed, loaderOfTypeScript))(path);
  const { loadCodegenConfig } = await loadPeer(`Reading ${name}`, needed, () => import('@graphql-codegen/cli'));
  return (await loadCodegenConfig({ configFilePath: path }))?.config;
}

/** The loader that the generator uses for TypeScript, resolved from the generator, since only that is sure to reach it. */
async function loaderOfTypeScript(): Promise<(path: string) => Promise<unknown>> {
  const generator = createRequire(import.meta.url).resolve('@graphql-codegen/cli');
  const { createJiti } = createRequire(generator)('jiti');
  const jiti = createJiti('');
  return (path) => jiti.import(path, { default: true });
}
