import { type GraphQLNamedType, isScalarType } from 'graphql';
import { isCustomScalar } from '../../graphql/default-of.ts';
import { mappedScalar, type Position, type ScalarMap } from '../../graphql/mapped-scalar.ts';
import type { UsedSchema } from './used-schema.ts';

type Scalars = ScalarMap | undefined;

/** The custom scalars that operations use and that have no TypeScript type. */
export function unmappedScalars({ inputs, outputs }: UsedSchema, scalars: Scalars): readonly string[] {
  const names = [...inputs, ...outputs].flatMap((type) =>
    isCustomScalar(type) && scalars?.[type.name] === undefined ? [type.name] : [],
  );
  return [...new Set(names)].sort();
}

/** The scalars of an output: the TypeScript type of each, and the statements that import what these types need. */
export interface ScalarTypes {
  readonly scalars: ScalarMap;
  readonly imports: string;
}

/**
 * Gives each imported type of a scalar a name of its own in the output.
 *
 * @param isTaken - Whether something else in the output has a name, or nothing can have it.
 */
export function scalarTypes(
  { inputs, outputs }: UsedSchema,
  scalars: Scalars,
  isTaken: (name: string) => boolean,
): ScalarTypes {
  const uses = [...places(inputs, 'input'), ...places(outputs, 'output')].map(({ scalar, position }) => {
    const mapped = mappedScalar(scalar, scalars, position);
    return { scalar, position, mapped, from: readImport(mapped, scalar) };
  });
  const imported = new Map(uses.flatMap(({ from }) => (from === undefined ? [] : [[keyOf(from), from] as const])));
  const names = new Map<string, string>();
  const given = new Set<string>();
  for (const [key, { wanted }] of [...imported].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = [wanted, ...Array.from({ length: imported.size + 1 }, (_, index) => `${wanted}${index + 2}`)].find(
      (each) => !given.has(each) && !isTaken(each),
    );
    names.set(key, name ?? wanted);
    given.add(name ?? wanted);
  }
  const types: Record<string, { input: string; output: string }> = {};
  for (const { scalar, position, mapped, from } of uses) {
    types[scalar] ??= { input: mapped, output: mapped };
    types[scalar][position] = from === undefined ? mapped : names.get(keyOf(from)) + from.member;
  }
  const byModule = new Map<string, string[]>();
  for (const [key, { module, exported }] of imported) {
    const name = names.get(key);
    const specifier = name === exported ? exported : `${exported} as ${name}`;
    byModule.set(module, [...(byModule.get(module) ?? []), specifier]);
  }
  const statements = [...byModule].map(
    ([module, specifiers]) => `import type { ${specifiers.sort().join(', ')} } from '${module}';`,
  );
  return { scalars: { ...scalars, ...types }, imports: statements.sort().join('\n') };
}

function places(types: Iterable<GraphQLNamedType>, position: Position) {
  return [...types].flatMap((type) => (isScalarType(type) ? [{ scalar: type.name, position }] : []));
}

/** An import that the type of a scalar needs. */
interface ScalarImport {
  readonly module: string;
  readonly exported: string;
  /** The name that it gets, if that is free. */
  readonly wanted: string;
  /** The way from the import to the type, such as `.Day` in a namespace. */
  readonly member: string;
}

function keyOf({ module, exported, wanted }: ScalarImport): string {
  return [module, exported, wanted].join(' ');
}

/** Reads `module#Name`, `module#Namespace.Name`, `module#Name as Other` and `module#default`, which is named like the scalar. */
function readImport(mapped: string, scalar: string): ScalarImport | undefined {
  const at = mapped.lastIndexOf('#');
  if (at <= 0) return undefined;
  const [name = '', alias = name === 'default' ? scalar : undefined] = mapped
    .slice(at + 1)
    .trim()
    .split(/\s+as\s+/);
  const [exported = name] = name.split('.');
  const member = alias === undefined ? name.slice(exported.length) : '';
  return { module: mapped.slice(0, at), exported, wanted: alias ?? exported, member };
}
