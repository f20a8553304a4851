import {
  type GraphQLEnumType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { type Field, isListField } from '../../../graphql/fields.ts';
import { isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { byName, flatName } from '../model/names.ts';
import { EmulatedObject } from '../store/emulated-object.ts';

/** Why something was not done. */
export interface FailedChange {
  readonly message: string;
  /** The argument that was wrong. */
  readonly argument: string;
  /** The id that nothing has. */
  readonly id: unknown;
}

/** An unknown id, as an object of the schema's own error type. */
export function failureObject(type: GraphQLObjectType, owner: EmulatedObject, failure: FailedChange): EmulatedObject {
  const computed: Record<string, () => unknown> = {};
  for (const definition of Object.values(type.getFields())) {
    const [value, inner] = [failureValue(definition, failure), getNamedType(definition.type)];
    if (value !== undefined) computed[definition.name] = () => value;
    else if (isObjectType(inner) && isFailure(inner))
      computed[definition.name] = () => {
        const object = failureObject(inner, owner, failure);
        return isListField(definition) ? [object] : object;
      };
  }
  return new EmulatedObject(type, { owner, path: 'failure', computed });
}

/** A value of an error type's field, or of a field beside the failure; undefined if nothing is known of it. */
export function failureValue({ name, type }: Field, { message, argument, id }: FailedChange): unknown {
  const word = flatName(name);
  const leaf = getNamedType(type);
  const isList = isListType(getNullableType(type));
  if (isEnumType(leaf) && !isList) return outcomeOf(leaf, 'unknown');
  if (!isLeafType(leaf)) return undefined;
  if (/^(?:message|error|reason|detail|details|description|title)$/.test(word)) return isList ? [message] : message;
  if (/^(?:field|path|argument|property|input|key)$/.test(word)) return isList ? [argument] : argument;
  if (/^(?:code|type|kind|errorcode)$/.test(word) && leaf.name === 'String') return 'NOT_FOUND';
  if (/^(?:http)?(?:status)?code$/.test(word) && leaf.name === 'Int') return 404;
  return /id$/.test(word) && !isList ? id : undefined;
}

/** The outcome of one thing that was asked for. */
export type MutationOutcome = 'done' | 'unchanged' | 'unknown';

const outcomes: Readonly<Record<MutationOutcome, readonly RegExp[]>> = {
  done: [/^(?:SUCCESS\w*|SUCCEEDED|OK|DONE|COMPLETED?|APPLIED|ACCEPTED)$/i],
  unchanged: [/UN_?CHANGED|NO_?CHANGE|NO_?OP|ALREADY|SKIPPED/i],
  unknown: [
    /NOT_?FOUND|UNKNOWN|NOT_?EXIST|NO_?SUCH|^MISSING$/i,
    /^(?:INVALID|BAD)/i,
    /FAIL|ERROR|REJECT|DENIED/i,
    /^NOT_/i,
  ],
};
const failures = /TAKEN|DUPLICATE|EXISTS|CONFLICT|FORBIDDEN|UNAUTH|LIMIT|TIME_?OUT|PARTIAL|PENDING|BLOCKED|CANCEL/i;
const bad = [...outcomes.unchanged, ...outcomes.unknown, failures];

/** The value of an enum that says what happened; undefined if the enum is not one of outcomes. */
export function outcomeOf(type: GraphQLEnumType, outcome: MutationOutcome, participle?: string): unknown {
  const values = type.getValues();
  const exact = values.find(({ name }) => participle !== undefined && flatName(name) === participle);
  if (exact && outcome === 'done') return exact.value;
  const first = (patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => values.find(({ name }) => pattern.test(name)) ?? [])[0];
  if (!first(Object.values(outcomes).flat())) return undefined;
  const own = first(outcomes[outcome]);
  if (own || outcome === 'unknown') return own?.value;
  const good = values.find(({ name }) => !bad.some((pattern) => pattern.test(name)));
  return (exact ?? good)?.value;
}

/** Names of failures of any kind, and of those that are never an unknown id. */
const general =
  /^(?:User|Client|Base|Generic|General|Common|Operation|Mutation|Api|GraphQL|Domain|Invalid|Validation|Input|Bad|Request)*$/;
const other = /Forbidden|Denied|Unauthor|Conflict|Limit|Taken|Exists|Transition|InUse|Disabled/;

/** The type in a union or interface result that is closest to saying that an object was not found; undefined if none is. */
export function failureMember(model: Model, field: Field): GraphQLObjectType | undefined {
  const type = getNamedType(field.type);
  // An interface of objects gives an object.
  if (!isAbstractType(type) || (isInterfaceType(type) && type.getFields()['id'])) return undefined;
  const all = model.schema.getPossibleTypes(type);
  const failed = all.filter(isFailure).sort(byName);
  if (failed.length === all.length) return undefined;
  const about = flatName(`${field.name} ${type.name}`);
  const stemOf = ({ name }: GraphQLObjectType): string =>
    name.replace(/(?:Error|Errors|Failure|Failed|Problem|Exception)$/, '');
  return (
    failed.find(({ name }) => /NotFound|Missing|Unknown/.test(name)) ??
    failed.find((each) => general.test(stemOf(each))) ??
    failed.find((each) => about.includes(flatName(stemOf(each)))) ??
    (failed.length === 1 ? failed.find(({ name }) => !other.test(name)) : undefined)
  );
}
