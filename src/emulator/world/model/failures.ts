import { type GraphQLCompositeType, isObjectType } from 'graphql';

const names =
  /(?:Error|Errors|Failure|Failed|Problem|Problems|Fault|Exception|NotFound|Forbidden|Denied|Invalid|Unauthorized|Conflict|Violation)$/;
const interfaces = /(?:Error|Failure|Problem|Fault|Exception)$/;

/** Whether objects of a type say that something failed: by its name or that of an interface. A record has an id and no message. */
export function isFailure(type: GraphQLCompositeType): boolean {
  if ('getFields' in type) {
    const { id, message, reason, error } = type.getFields();
    if (id !== undefined && (message ?? reason ?? error) === undefined) return false;
  }
  return (
    names.test(type.name) || (isObjectType(type) && type.getInterfaces().some(({ name }) => interfaces.test(name)))
  );
}

/** Whether a field of a result lists or holds what failed, such as `userErrors`. */
export function isFailureField(name: string): boolean {
  return /^(?:\w*[eE]rrors?|problems?|failures?|violations?)$/.test(name);
}

/** Whether a field of a payload holds what failed: errors, or `failed`, `failedIds`, `notFound`. */
export function holdsFailed(name: string): boolean {
  return isFailureField(name) || /^(?:failed|notFound|missing|skipped)(?:[A-Z_]\w*)?$/.test(name);
}
