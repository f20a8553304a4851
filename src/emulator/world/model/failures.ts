import { type GraphQLCompositeType, type GraphQLNamedType, getNamedType, isObjectType, isUnionType } from 'graphql';
import type { Field } from '../../../graphql/fields.ts';

const names = /(?:Errors?|Failure|Failed|Problems?|Exception|NotFound|Forbidden|Denied|Invalid|Conflict|Violation)$/;

/** Whether objects of a type say that something failed: by its name or that of an interface. A record has an id and no message. */
export function isFailure(type: GraphQLCompositeType): boolean {
  // `OrderOrError` has failures beside other members.
  if (isUnionType(type))
    return names.test(type.name) && type.getTypes().every((each) => isFailure(each) || each.getFields()['message']);
  const { id, message } = type.getFields();
  const all = [type, ...(isObjectType(type) ? type.getInterfaces() : [])];
  return (id === undefined || message !== undefined) && all.some(({ name }) => names.test(name));
}

/** Whether a type is a message about an input: `{ message, field }`. */
function isAboutInput(type: GraphQLNamedType): boolean {
  const fields = isObjectType(type) ? type.getFields() : {};
  return (
    fields['id'] === undefined && fields['message'] !== undefined && (fields['field'] ?? fields['path']) !== undefined
  );
}

/** Whether a field of a result lists or holds what failed, such as `userErrors`; not one with the object or an error. */
export function isFailureField({ name, type }: Field): boolean {
  const target = getNamedType(type);
  return (
    isAboutInput(target) ||
    (/^(?:\w*[eE]rrors?|problems?|failures?|violations?)$/.test(name) && (!isUnionType(target) || isFailure(target)))
  );
}

/** Whether a field of a payload holds what failed: errors, or `failed`, `failedIds`, `notFound`. */
export function holdsFailed(field: Field): boolean {
  return isFailureField(field) || /^(?:failed|notFound|missing|skipped)(?:[A-Z_]\w*)?$/.test(field.name);
}
