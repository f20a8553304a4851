import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isRecord } from '../../base/is-record.ts';

/** The language of a file of the output. */
export type OutputForm = 'typescript' | 'declarations' | 'module' | 'commonjs';

/** The files that an output consists of: JavaScript has its types in a file beside it. */
export function outputFiles(
  output: string,
  cwd: string,
): readonly { readonly path: string; readonly form: OutputForm }[] {
  const [, stem, kind] = /(.*)\.([cm]?)js$/.exec(output) ?? [];
  if (stem === undefined) return [{ path: output, form: 'typescript' }];
  const isModule = kind === 'm' || (kind === '' && isInModulePackage(resolve(cwd, output)));
  return [
    { path: output, form: isModule ? 'module' : 'commonjs' },
    { path: `${stem}.d.${kind}ts`, form: 'declarations' },
  ];
}

/** Whether Node reads a `.js` file as an ECMAScript module: the nearest `package.json` says so. */
function isInModulePackage(file: string): boolean {
  const folder = dirname(file);
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return folder !== file && isInModulePackage(folder);
  const read: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return isRecord(read) && read['type'] === 'module';
}
