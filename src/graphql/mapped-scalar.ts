/** TypeScript types by the name of a scalar: one type, or one for variables and one for results. Others are `unknown`. */
export type ScalarMap = Readonly<Record<string, string | { readonly input: string; readonly output: string }>>;

/** The place of a type: in variables, or in results. */
export type Position = 'input' | 'output';

/** The TypeScript types of the scalars that every schema has. */
export const builtIn: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
};

/** The TypeScript type of a scalar as the options name it: a type, or `module#Name` for an imported one. */
export function mappedScalar(name: string, scalars: ScalarMap | undefined, position: Position): string {
  const mapped = scalars?.[name];
  return (typeof mapped === 'object' ? mapped[position] : mapped) ?? builtIn[name] ?? 'unknown';
}

/** Whether a TypeScript type includes null already. */
export function absorbsNull(type: unknown): boolean {
  return type === 'unknown' || type === 'any';
}
