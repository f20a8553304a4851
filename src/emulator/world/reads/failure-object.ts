import {
  type GraphQLEnumType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { type Field, isListField } from '../../../graphql/fields.ts';
import { isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { byName, flatName } from '../model/names.ts';
import { EmulatedObject } from '../store/emulated-object.ts';
import { isAllowed } from '../values/is-allowed.ts';

/** Why something was not done. */
export interface FailedChange {
  readonly message: string;
  /** The argument that was wrong. */
  readonly argument: string;
  /** The id that nothing has. */
  readonly id: unknown;
}

/** An unknown id, as an object of the schema's own error type; what else that has is drawn, and noted. */
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
  return new EmulatedObject(type, { owner, path: 'failure', computed, role: 'answer' });
}

/** The texts and numbers of a failure, by the names of their fields: the first one that the type of a field allows. */
const says: readonly (readonly [words: RegExp, value: (failure: FailedChange) => unknown])[] = [
  [/^(?:message|msg|error|reason|details?|description|title)$/, ({ message }) => message],
  [/^(?:field|path|argument|property|input|key)$/, ({ argument }) => argument],
  [/^(?:code|type|kind|errorcode)$/, () => 'NOT_FOUND'],
  [/^(?:http)?(?:status)?code$/, () => 404],
  [/id$/, ({ id }) => id],
];

/** A value of an error type's field, or of a field beside the failure; undefined if nothing is known of it. */
export function failureValue({ name, type }: Field, failure: FailedChange): unknown {
  const leaf = getNamedType(type);
  const isList = isListType(getNullableType(type));
  if (isEnumType(leaf)) return isList ? undefined : outcomeOf(leaf, 'unknown');
  const known = says.filter(([words]) => words.test(flatName(name))).map(([, value]) => value(failure));
  return known.map((value) => (isList ? [value] : value)).find((value) => isAllowed(type, value));
}

/** The outcome of one thing that was asked for. */
export type MutationOutcome = 'done' | 'unchanged' | 'unknown';

const outcomes: Readonly<Record<MutationOutcome, readonly RegExp[]>> = {
  done: [/^(?:SUCCESS\w*|SUCCEEDED|OK|DONE|COMPLETED?|APPLIED|ACCEPTED)$/i],
  unchanged: [/UN_?CHANGED|NO_?CHANGE|NO_?OP|ALREADY|SKIPPED/i],
  unknown: [/NOT_?FOUND|UNKNOWN|NOT_?EXIST|NO_?SUCH|^MISSING$/i, /^NOT_|^(?:INVALID|BAD)|FAIL|ERROR|REJECT|DENIED/i],
};
const failures = /TAKEN|DUPLICATE|EXISTS|CONFLICT|FORBIDDEN|UNAUTH|LIMIT|TIME_?OUT|PARTIAL|PENDING|BLOCKED|CANCEL/i;

/** The value of an enum that says what happened; undefined if the enum is not one of outcomes. */
export function outcomeOf(type: GraphQLEnumType, outcome: MutationOutcome, participle?: string): unknown {
  const values = type.getValues();
  const first = (patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => values.find(({ name }) => pattern.test(name)) ?? [])[0];
  const exact = values.find(({ name }) => participle !== undefined && flatName(name) === participle);
  if (exact && outcome === 'done') return exact.value;
  if (!first(Object.values(outcomes).flat())) return undefined;
  const own = first(outcomes[outcome]);
  if (own || outcome === 'unknown') return own?.value;
  const bad = [...outcomes.unchanged, ...outcomes.unknown, failures];
  const good = values.find(({ name }) => !bad.some((pattern) => pattern.test(name)));
  return (exact ?? good)?.value;
}

/** The words of failures of any kind. */
const general =
  /^(?:user|client|base|generic|general|common|operation|mutation|api|graphql|domain|invalid|validation|input|bad|request|errors?|failure|failed|problem|exception)$/;

/** The type in a union or interface that says that an object was not found, or that anything failed; undefined if none does. */
export function failureMember(model: Model, field: Field): GraphQLObjectType | undefined {
  const type = getNamedType(field.type);
  // An interface of objects gives an object.
  if (!isAbstractType(type) || (isInterfaceType(type) && type.getFields()['id'])) return undefined;
  const all = model.schema.getPossibleTypes(type);
  const failed = all.filter(isFailure).sort(byName);
  if (failed.length === all.length) return undefined;
  // `DeviceError` of a `DeviceResult` is of any kind, too.
  const about = [...wordsOf(field.name), ...wordsOf(type.name)];
  const isGeneral = (word: string): boolean => general.test(word) || about.includes(word);
  return (
    failed.find(({ name }) => /NotFound|Missing|Unknown/.test(name)) ??
    failed.find(({ name }) => wordsOf(name).every(isGeneral))
  );
}
