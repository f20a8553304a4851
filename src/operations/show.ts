import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  printType,
} from 'graphql';
import { printSdl } from '../graphql/print-sdl.ts';
import { nearIn, UnknownNameError } from './path.ts';

/** The SDL of a type (`Device`), or of the type with one of its fields or values (`Device.name`, `Status.ONLINE`). */
export function showName(schema: GraphQLSchema, name: string): string {
  const [typeName = '', part, ...more] = name.split('.');
  const type = schema.getType(typeName);
  if (type === undefined) {
    const near = nearIn(Object.keys(schema.getTypeMap()), typeName);
    throw new UnknownNameError(`The schema has no type “${typeName}”.`, near, schema.getQueryType()?.name);
  }
  if (more.length > 0) throw new UnknownNameError(`“${name}” has too many parts: write Type.field.`);
  const shown = part === undefined ? type : withPart(type, part);
  return `${printSdl(schema, () => printType(shown))}\n`;
}

function withPart(type: GraphQLNamedType, part: string): GraphQLNamedType {
  const { name } = type;
  const only = <Part>(parts: Readonly<Record<string, Part>>): Record<string, Part> => {
    const found = Object.entries(parts).filter(([key]) => key === part);
    if (found.length > 0) return Object.fromEntries(found);
    throw new UnknownNameError(`“${name}” has no “${part}”.`, nearIn(Object.keys(parts), part), name);
  };
  if (isObjectType(type)) return new GraphQLObjectType({ name, fields: only(type.toConfig().fields) });
  if (isInterfaceType(type)) return new GraphQLInterfaceType({ name, fields: only(type.toConfig().fields) });
  if (isInputObjectType(type)) return new GraphQLInputObjectType({ name, fields: only(type.toConfig().fields) });
  if (isEnumType(type)) return new GraphQLEnumType({ name, values: only(type.toConfig().values) });
  throw new UnknownNameError(`“${name}” has no fields and no values. Write \`schema show ${name}\`.`);
}
