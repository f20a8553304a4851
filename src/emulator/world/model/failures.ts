import { type GraphQLCompositeType, type GraphQLUnionType, getNamedType, isObjectType, isUnionType } from 'graphql';
import type { Field } from '../../../graphql/fields.ts';

const names =
  /(?:Error|Errors|Failure|Failed|Problem|Problems|Fault|Exception|NotFound|Forbidden|Denied|Invalid|Unauthorized|Conflict|Violation)$/;

/** Whether objects of a type say that something failed: by its name or that of an interface. A record has an id and no message. */
export function isFailure(type: GraphQLCompositeType): boolean {
  if ('getFields' in type) {
    const { id, message, reason, error } = type.getFields();
    if (id !== undefined && (message ?? reason ?? error) === undefined) return false;
  } else if (isEither(type)) return false;
  const all = [type, ...(isObjectType(type) ? type.getInterfaces() : [])];
  return all.some(({ name }) => names.test(name));
}

/** Whether a union has failures beside other members, as `OrderOrError` has. */
function isEither(type: GraphQLUnionType): boolean {
  const others = type.getTypes().filter((member) => !isFailure(member));
  return others.length < type.getTypes().length && others.some((member) => !member.getFields()['message']);
}

/** Whether a field of a result lists or holds what failed, such as `userErrors`; not one with the object or an error. */
export function isFailureField({ name, type }: Field): boolean {
  const target = getNamedType(type);
  return !(isUnionType(target) && isEither(target)) && /^(?:\w*[eE]rrors?|problems?|failures?|violations?)$/.test(name);
}

/** Whether a field of a payload holds what failed: errors, or `failed`, `failedIds`, `notFound`. */
export function holdsFailed(field: Field): boolean {
  return isFailureField(field) || /^(?:failed|notFound|missing|skipped)(?:[A-Z_]\w*)?$/.test(field.name);
}
