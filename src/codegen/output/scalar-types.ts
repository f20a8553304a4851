import { type GraphQLNamedType, isScalarType } from 'graphql';
import { isCustomScalar } from '../../graphql/default-of.ts';
import { mappedScalar, type Position, type ScalarMap } from '../../graphql/mapped-scalar.ts';
import type { UsedSchema } from './used-schema.ts';

type Scalars = ScalarMap | undefined;

/** The TypeScript type of a scalar. */
export function scalarType(name: string, scalars: Scalars, position: Position): string {
  const mapped = mappedScalar(name, scalars, position);
  return readImport(mapped, name)?.type ?? mapped;
}

/** The custom scalars that operations use and that have no TypeScript type. */
export function unmappedScalars({ inputs, outputs }: UsedSchema, scalars: Scalars): readonly string[] {
  const names = [...inputs, ...outputs].flatMap((type) =>
    isCustomScalar(type) && scalars?.[type.name] === undefined ? [type.name] : [],
  );
  return [...new Set(names)].sort();
}

/** The statements that import the types of the scalars that operations use. */
export function scalarImports({ inputs, outputs }: UsedSchema, scalars: Scalars): string {
  const names = new Map<string, Set<string>>();
  const add = (position: Position) => (type: GraphQLNamedType) => {
    const found = isScalarType(type) ? readImport(mappedScalar(type.name, scalars, position), type.name) : undefined;
    if (found) names.set(found.module, (names.get(found.module) ?? new Set()).add(found.name));
  };
  inputs.forEach(add('input'));
  outputs.forEach(add('output'));
  const statements = [...names].map(([module, of]) => `import type { ${[...of].sort().join(', ')} } from '${module}';`);
  return statements.sort().join('\n');
}

/** Reads `module#Name`, `module#Namespace.Name`, `module#Name as Other` and `module#default`, which is named like the scalar. */
function readImport(mapped: string, scalar: string): { module: string; name: string; type: string } | undefined {
  const at = mapped.lastIndexOf('#');
  if (at <= 0) return undefined;
  const [name = '', alias = name === 'default' ? scalar : undefined] = mapped
    .slice(at + 1)
    .trim()
    .split(/\s+as\s+/);
  const [exported = name] = name.split('.');
  return {
    module: mapped.slice(0, at),
    name: alias === undefined ? exported : `${exported} as ${alias}`,
    type: alias ?? name,
  };
}
