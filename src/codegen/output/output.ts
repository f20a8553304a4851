import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { up } from 'empathic/find';
import { isRecord } from '../../base/is-record.ts';
import type { ScalarMap } from '../../graphql/values.ts';

/** The options of the generated file. */
export interface OutputOptions {
  /** The file to write: TypeScript, or `.js`, `.mjs` or `.cjs` for JavaScript with a declaration file beside it. */
  readonly output: string;
  /**
   * TypeScript types by custom scalar: `{ DateTime: 'string' }`, or `{ DateTime: './date-time.js#DateTime' }` for an import. A scalar
   * without an entry is `unknown`.
   *
   * @defaultValue {}
   */
  readonly scalars?: ScalarMap | undefined;
  /**
   * Whether enums in results accept values that are added later: `Color | (string & {})`. Enums in variables stay closed.
   *
   * @defaultValue false
   */
  readonly openEnums?: boolean | undefined;
  /**
   * The form of an operation: `string`, a `TypedOperation` that `paginate` accepts; or `ast`, a `TypedDocumentNode` for other clients.
   *
   * @defaultValue 'string'
   */
  readonly documents?: 'string' | 'ast' | undefined;
  /**
   * Whether each operation has its `origin`: its file, and the SDL of the part of the schema that all operations use. `watchDrift` needs
   * it. Only with `documents: 'string'`.
   *
   * @defaultValue false
   */
  readonly origins?: boolean | undefined;
  /** The module that the output imports `TypedOperation` from. @defaultValue 'control-api-sdk' */
  readonly importFrom?: string | undefined;
}

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
