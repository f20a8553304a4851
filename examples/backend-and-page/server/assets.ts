import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const font = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

export interface Asset {
  readonly type: string;
  readonly content: Buffer<ArrayBuffer>;
}

/** The files of the page by path, read once: nothing else of the disk can be asked for. */
export function readAssets(): ReadonlyMap<string, Asset> {
  const read = (path: string): Buffer<ArrayBuffer> => Buffer.from(readFileSync(path));
  const assets = new Map<string, Asset>([
    ['/', { type: 'text/html; charset=utf-8', content: read(join(root, 'page/index.html')) }],
    ['/style.css', { type: 'text/css; charset=utf-8', content: read(join(root, 'page/style.css')) }],
    ['/icon.svg', { type: 'image/svg+xml', content: read(join(root, 'page/icon.svg')) }],
    ['/inter.woff2', { type: 'font/woff2', content: read(createRequire(import.meta.url).resolve(font)) }],
  ]);
  for (const file of readdirSync(join(root, 'dist/page')).filter((it) => it.endsWith('.js')))
    assets.set(`/page/${file}`, { type: 'text/javascript', content: read(join(root, 'dist/page', file)) });
  return assets;
}
