/** TypeScript types by scalar name: one type, or one for variables and one for results. Other scalars are `unknown`. */
export type ScalarMap = Readonly<Record<string, string | { readonly input: string; readonly output: string }>>;

/** Where a type occurs: in variables (`input`) or in results (`output`). */
export type Position = 'input' | 'output';

export const builtIn: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
};

/** The TypeScript type of a scalar in the form of the option: a type, or `module#Name` for an import. */
export function mappedScalar(name: string, scalars: ScalarMap | undefined, position: Position): string {
  const mapped = scalars?.[name];
  return (typeof mapped === 'object' ? mapped[position] : mapped) ?? builtIn[name] ?? 'unknown';
}

/** Whether a TypeScript type already includes null. */
export function absorbsNull(type: unknown): boolean {
  return type === 'unknown' || type === 'any';
}
