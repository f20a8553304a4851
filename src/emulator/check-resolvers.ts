import { type GraphQLNamedType, type GraphQLSchema, isAbstractType, isObjectType } from 'graphql';
import { isRecord } from '../base/is-record.ts';
import { refusedSetting } from './check-options.ts';
import { resolverIn } from './world/own-resolvers.ts';

/**
 * Checks that resolvers are of types and fields of the schema, and of a kind that the emulator runs: fields of object types, as a
 * function or `{ resolve }`, `__isTypeOf`, and `__resolveType` of interfaces and unions.
 *
 * @throws {ControlApiError} that names the first other one.
 */
export function checkResolvers(schema: GraphQLSchema, resolvers: object): void {
  for (const [name, members] of Object.entries(resolvers)) {
    const type = schema.getType(name);
    if (!type) throw unknown(name);
    if (members === undefined) continue;
    const taken = namesTaken(type);
    if (taken === undefined || !isRecord(members))
      throw refusedSetting(
        `\`resolvers\` of the emulator has \`${name}\`, and it takes resolvers of object types, interfaces and unions alone: leave it out.`,
      );
    for (const [member, value] of Object.entries(members)) {
      const place = `${name}.${member}`;
      if (value === undefined) continue;
      if (!taken.includes(member)) throw unknown(place, member.startsWith('__') || !isObjectType(type));
      if (resolverIn(members, member) === undefined)
        throw refusedSetting(
          `\`resolvers\` of the emulator must have a function, or \`{ resolve }\`, as \`${place}\`.`,
        );
    }
  }
}

function namesTaken(type: GraphQLNamedType): readonly string[] | undefined {
  if (isAbstractType(type)) return ['__resolveType'];
  return isObjectType(type) ? [...Object.keys(type.getFields()), '__isTypeOf'] : undefined;
}

function unknown(name: string, isKind = false): Error {
  return refusedSetting(
    isKind
      ? `\`resolvers\` of the emulator has \`${name}\`, which it does not run: leave it out.`
      : `\`resolvers\` of the emulator names \`${name}\`, which the schema does not have.`,
  );
}
