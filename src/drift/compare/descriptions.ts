import { type GraphQLSchema, isEnumType, isInputObjectType, isSpecifiedDirective } from 'graphql';
import { fieldsOf } from '../../graphql/fields.ts';

/** The elements that both schemas have with different descriptions, as coordinates in their order in the live schema. */
export function changedDescriptions(old: GraphQLSchema, live: GraphQLSchema): readonly string[] {
  const before = describedIn(old);
  return [...describedIn(live)].flatMap(([coordinate, text]) => {
    const then = before.get(coordinate);
    return then === undefined || then === text ? [] : [coordinate];
  });
}

type Described = { readonly name: string; readonly description?: string | null | undefined };

function describedIn(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (coordinate: string, { description }: Omit<Described, 'name'>): void => {
    texts.set(coordinate, description ?? '');
  };
  const addAll = (items: readonly Described[], coordinate: (name: string) => string): void => {
    for (const item of items) add(coordinate(item.name), item);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    const member = (name: string): string => `${type.name}.${name}`;
    add(type.name, type);
    if (isEnumType(type)) addAll(type.getValues(), member);
    if (isInputObjectType(type)) addAll(Object.values(type.getFields()), member);
    for (const field of fieldsOf(type)) {
      add(member(field.name), field);
      addAll(field.args, (name) => `${member(field.name)}(${name}:)`);
    }
  }
  for (const directive of schema.getDirectives()) {
    if (isSpecifiedDirective(directive)) continue;
    add(`@${directive.name}`, directive);
    addAll(directive.args, (name) => `@${directive.name}(${name}:)`);
  }
  return texts;
}
