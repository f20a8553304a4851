import {
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

/** Draws a whole number below `bound`. */
export type Draw = (bound: number) => number;

/** The optional parts of a random operation. */
export interface RandomExtras {
  /** Ids of existing objects; without them, every id is made up. */
  readonly ids?: readonly (string | number)[];
  /** Whether optional arguments and input fields are drawn too. */
  readonly optional?: boolean;
}

/** A random valid operation over a schema: any field and type, every required argument, each field with an alias. */
export function randomQuery(
  schema: GraphQLSchema,
  draw: Draw,
  root: 'query' | 'mutation' = 'query',
  { ids = [], optional = false }: RandomExtras = {},
): string {
  const type = root === 'query' ? schema.getQueryType() : schema.getMutationType();
  if (!type) throw new Error(`The schema has no ${root} root.`);
  let aliases = 0;
  let budget = 60;

  const selection = (on: GraphQLCompositeType, depth: number): string => {
    const picked: string[] = ['__typename'];
    if (isAbstractType(on)) {
      const members = schema.getPossibleTypes(on);
      for (let count = 0; count < 2; count += 1) {
        const member = members[draw(members.length)];
        if (member !== undefined && depth > 0) picked.push(`... on ${member.name} ${selection(member, depth - 1)}`);
      }
    }
    if ('getFields' in on) {
      const fields = Object.values(on.getFields());
      for (let count = 0; count < 4; count += 1) {
        const field = fields[draw(fields.length)];
        if (field !== undefined) picked.push(fieldText(field, depth));
      }
    }
    return `{ ${picked.filter(Boolean).join(' ')} }`;
  };

  const fieldText = (field: ReturnType<GraphQLObjectType['getFields']>[string], depth: number): string => {
    const named = getNamedType(field.type);
    if (isCompositeType(named) && (depth === 0 || budget === 0)) return '';
    budget = Math.max(0, budget - 1);
    const args = field.args
      .filter((each) => isRequiredArgument(each) || (optional && draw(3) === 0))
      .map((each) => `${each.name}: ${literal(each.type)}`);
    aliases += 1;
    const head = `f${aliases}: ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
    return isCompositeType(named) ? `${head} ${selection(named, depth - 1)}` : head;
  };

  const literal = (of: GraphQLInputType, depth = 3): string => {
    if (isNonNullType(of)) return solid(of.ofType, depth);
    return optional && draw(12) === 0 ? 'null' : solid(of, depth);
  };

  /** A literal other than null. */
  const solid = (of: GraphQLInputType, depth: number): string => {
    if (isNonNullType(of)) return solid(of.ofType, depth);
    if (isListType(of)) return depth > 0 ? `[${literal(of.ofType, depth)}]` : '[]';
    if (isEnumType(of)) return of.getValues()[draw(of.getValues().length)]?.name ?? 'null';
    if (isInputObjectType(of)) {
      const fields = Object.values(of.getFields());
      const given = of.isOneOf
        ? fields.slice(0, 1)
        : fields.filter((field) => isRequiredInputField(field) || (optional && depth > 0 && draw(3) === 0));
      return `{ ${given.map((field) => `${field.name}: ${literal(field.type, depth - 1)}`).join(', ')} }`;
    }
    if (of.name === 'Boolean') return optional && draw(2) === 0 ? 'false' : 'true';
    const id = of.name === 'ID' && draw(4) > 0 ? ids[draw(ids.length)] : undefined;
    if (id !== undefined) return JSON.stringify(id);
    return of.name === 'Int' || of.name === 'Float' ? String(draw(50)) : '"abc"';
  };

  return `${root} ${selection(type, 5)}`;
}
