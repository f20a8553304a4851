import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { up } from 'empathic/find';
import { isRecord } from '../../base/is-record.ts';

export type OutputForm = 'typescript' | 'declarations' | 'module' | 'commonjs';

/** The files of an output. A JavaScript file has its types in a declaration file. */
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

/** Whether a `.js` file is an ES module: the nearest `package.json` decides. */
function isInModulePackage(file: string): boolean {
  const manifest = up('package.json', { cwd: dirname(file) });
  const read: unknown = manifest && JSON.parse(readFileSync(manifest, 'utf8'));
  return isRecord(read) && read['type'] === 'module';
}
