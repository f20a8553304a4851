import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  readonly type: string;
  readonly moduleIds?: readonly string[];
}

interface LicencePlugin {
  readonly name: string;
  generateBundle(options: unknown, bundle: Readonly<Record<string, Chunk>>): void;
  writeBundle(options: { readonly dir?: string | undefined }): void;
}

function packageRoot(module: string): string | undefined {
  const match = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module);
  return match?.[0];
}

function notice(root: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled, but carries no licence file to reproduce.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(root, file), 'utf8').trim()}\n`;
}

/** Writes the licence of every package that ends up inside our files, over all builds that share this plugin. */
export function thirdPartyLicences(): LicencePlugin {
  const roots = new Set<string>();
  return {
    name: 'third-party-licences',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const module of chunk.moduleIds ?? []) {
          const root = packageRoot(module);
          if (root !== undefined && existsSync(join(root, 'package.json'))) roots.add(root);
        }
      }
    },
    writeBundle({ dir = 'dist' }) {
      const notices = [...roots]
        .sort()
        .map(notice)
        .join(`\n${'-'.repeat(80)}\n\n`);
      writeFileSync(
        join(dir, 'THIRD-PARTY-LICENCES.txt'),
        `This package contains the following software.\n\n${notices}`,
      );
    },
  };
}
