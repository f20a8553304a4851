import { isScalarType } from 'graphql';
import { isCustomScalar, mappedScalar, type Position, type ScalarMap } from '../../graphql/values.ts';
import type { UsedSchema } from './used-schema.ts';

type Scalars = ScalarMap | undefined;

export function unmappedScalars({ inputs, outputs }: UsedSchema, scalars: Scalars): readonly string[] {
  const names = [...inputs, ...outputs].flatMap((type) =>
    isCustomScalar(type) && scalars?.[type.name] === undefined ? [type.name] : [],
  );
  return [...new Set(names)].sort();
}

/** The TypeScript type of each scalar, and the import statements of these types. No import gets a taken name. */
export function scalarTypes(
  { inputs, outputs }: UsedSchema,
  scalars: Scalars,
  taken: ReadonlySet<string>,
): { readonly scalars: ScalarMap; readonly imports: string } {
  const names = new Map<string, string>();
  const specifiers = new Map<string, string[]>();
  const nameOf = ({ module, exported, wanted }: ScalarImport): string => {
    const key = [module, exported, wanted].join(' ');
    const known = names.get(key);
    if (known !== undefined) return known;
    const given = new Set(names.values());
    let name = wanted;
    for (let number = 2; given.has(name) || taken.has(name); number += 1) name = `${wanted}${number}`;
    names.set(key, name);
    const specifier = name === exported ? name : `${exported} as ${name}`;
    specifiers.set(module, [...(specifiers.get(module) ?? []), specifier]);
    return name;
  };
  const types: Record<string, Record<Position, string>> = {};
  for (const [position, used] of [['input', inputs] as const, ['output', outputs] as const])
    for (const { name: scalar } of [...used].filter(isScalarType).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const mapped = mappedScalar(scalar, scalars, position);
      const from = readImport(mapped, scalar);
      const type = from === undefined ? mapped : nameOf(from) + from.member;
      types[scalar] = { input: type, output: type, ...types[scalar], [position]: type };
    }
  const statements = [...specifiers].map(
    ([module, all]) => `import type { ${all.sort().join(', ')} } from '${module}';`,
  );
  return { scalars: { ...scalars, ...types }, imports: statements.sort().join('\n') };
}

interface ScalarImport {
  readonly module: string;
  readonly exported: string;
  /** The name in the output, if it is free. */
  readonly wanted: string;
  /** The path within the import, such as `.Day` of a namespace. */
  readonly member: string;
}

/** Parses `module#Name`, `module#Namespace.Name`, `module#Name as Other` and `module#default`, which gets the scalar's name. */
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
