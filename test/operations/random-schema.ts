import fc from 'fast-check';

const kinds = ['object', 'interface', 'union', 'input', 'enum'] as const;
const names = ['A', 'B', 'C', 'D', 'E', 'F'];
const fieldNames = ['id', 'name', 'value', 'aValue', 'nodes', 'edges', 'node', 'pageInfo', 'team', 'first', 'after'];
const scalars = ['ID', 'String', 'Int', 'Boolean'];

const wrapping = fc.constantFrom('T', 'T!', '[T]', '[T!]!', '[[T]!]');
const pick = fc.nat();

const argument = fc.record({
  name: fc.constantFrom('first', 'after', 'id', 'input', 'last'),
  type: pick,
  wrapping,
  hasDefault: fc.boolean(),
  deprecated: fc.boolean(),
});
const field = fc.record({
  name: fc.constantFrom(...fieldNames),
  type: pick,
  wrapping,
  arguments: fc.uniqueArray(argument, { selector: ({ name }) => name, maxLength: 3 }),
  deprecated: fc.boolean(),
});
const type = fc.record({
  kind: fc.constantFrom(...kinds, 'object' as const, 'object' as const),
  connection: fc.boolean(),
  fields: fc.uniqueArray(field, { selector: ({ name }) => name, minLength: 1, maxLength: 6 }),
  implements: fc.boolean(),
  members: fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 4 }),
});

type Field = typeof field extends fc.Arbitrary<infer Value> ? Value : never;
type Argument = typeof argument extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * The SDL of an awkward random schema: few names, so that the members of a union share fields of different types; cycles; types that
 * look like connections; deprecated and required arguments; types without scalar fields.
 */
export const randomSchema: fc.Arbitrary<string> = fc
  .array(type, { minLength: 2, maxLength: names.length })
  .map((types) => {
    const named = types.map((it, index) => ({ ...it, name: `${names[index]}${it.connection ? 'Connection' : ''}` }));
    const of = (...wanted: string[]) => named.filter(({ kind }) => wanted.includes(kind)).map(({ name }) => name);
    const objects = ['Query', 'Mutation', ...of('object')];
    const outputs = [
      ...scalars,
      ...objects,
      ...of('interface', 'union', 'enum'),
      ...of('object', 'union', 'interface'),
    ];
    const inputs = [...scalars, ...of('enum', 'input')];
    const wrapped = (from: readonly string[], index: number, by: string) =>
      by.replace('T', from[index % from.length] ?? 'ID');

    const printArgument = (it: Argument): string => {
      const text = wrapped(inputs, it.type, it.wrapping);
      // An empty list is a valid default of any list. A required argument cannot be deprecated.
      const value = it.hasDefault && text.startsWith('[') ? ' = []' : '';
      return `${it.name}: ${text}${value}${it.deprecated && (value !== '' || !text.endsWith('!')) ? ' @deprecated' : ''}`;
    };
    const printField = (it: Field): string => {
      const args = it.arguments.length > 0 ? `(${it.arguments.map(printArgument).join(', ')})` : '';
      return `${it.name}${args}: ${wrapped(outputs, it.type, it.wrapping)}${it.deprecated ? ' @deprecated' : ''}`;
    };
    const [shared] = named.filter(({ kind }) => kind === 'interface');

    const definitions = named.map(({ kind, name, ...it }) => {
      switch (kind) {
        case 'interface':
          return `interface ${name} { ${it.fields.map(printField).join('\n')} }`;
        case 'union':
          return `union ${name} = ${[...new Set(it.members.map((index) => objects[index % objects.length]))].join(' | ')}`;
        case 'enum':
          return `enum ${name} { ONE TWO }`;
        case 'input':
          return `input ${name} { ${it.fields.map((one) => `${one.name}: ${wrapped(inputs, one.type, 'T')}`).join('\n')} }`;
        default: {
          const inherited = it.implements && shared ? shared.fields : [];
          const own = it.fields.filter((one) => !inherited.some((other) => other.name === one.name));
          const heritage = inherited.length > 0 ? ` implements ${shared?.name}` : '';
          return `type ${name}${heritage} { ${[...inherited, ...own].map(printField).join('\n')} }`;
        }
      }
    });
    const roots = named.map(({ name }, index) => `x${index}: ${outputs.includes(name) ? name : 'ID'}`).join('\n');
    return `${definitions.join('\n')}\ntype Query { ${roots} team: ${objects.at(-1)} }\ntype Mutation { ${roots} }`;
  });
