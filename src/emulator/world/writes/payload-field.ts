import { getNullableType, isEnumType, isListType } from 'graphql';
import type { ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { type FailedChange, failureValue, type MutationOutcome, outcomeOf } from '../reads/failure-object.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { Intent } from './intent.ts';
import { statesOfVerb } from './verbs.ts';

/** The result of a mutation. */
export interface MutationResult {
  /** The objects that it is about, as they are now. */
  readonly objects: readonly StoredObject[];
  /** The changes that were not made, and why. */
  readonly failures: readonly FailedChange[];
  /** Other objects that its arguments name. */
  readonly others: readonly StoredObject[];
  /** Its arguments and the fields of its inputs, by name without case. */
  readonly echoes: ReadonlyMap<string, unknown>;
  readonly intent: Intent;
  /** The present of the world. */
  readonly now: string;
  /** The outcome: `unknown` if there are failures alone. */
  readonly outcome: MutationOutcome;
}

/** The value of a leaf of an answer: of the subject, an echo of an input, or what happened; undefined if nothing is known of it. */
export function payloadLeaf(world: WorldParts, field: ModelField, result: MutationResult): unknown {
  const { definition, leaf } = field;
  const { objects, failures, echoes, outcome, intent } = result;
  const word = flatName(definition.name);
  const isList = isListType(getNullableType(definition.type));
  const isFailed = outcome === 'unknown';
  const [failure] = failures;
  const or = (value: unknown): unknown => (isNullable(definition) ? null : value);
  if (word === 'clientmutationid') return echoes.get(word) ?? null;
  const isAbout =
    /^(?:entity|succeeded)?ids?$|^(?:deleted|removed|updated|created|affected|changed)\w*ids?$/.test(word) ||
    objects.some(({ family }) => word.includes(flatName(family)));
  if (/ids?$/.test(word) && leaf?.name !== 'Boolean' && (isAbout || isFailed)) {
    const ids = objects.map(({ id }) => id);
    return isList ? ids : (ids[0] ?? or(failure?.id));
  }
  const known = isFailed && failure ? failureValue(definition, failure) : ownValue(world, field, objects);
  if (known !== undefined && isAllowed(definition.type, known)) return known;
  if (isEnumType(leaf) && !isList) {
    if (outcome !== 'unknown' && /^(?:failure|error)/.test(word)) return or(undefined);
    const names = leaf.getValues().map(({ name }) => flatName(name));
    const participle = statesOfVerb(intent.verb).find((each) => names.includes(each));
    return outcomeOf(leaf, outcome, participle) ?? (isFailed ? or(undefined) : undefined);
  }
  if (/^(?:message|statusmessage|reason|failurereason|detail)$/.test(word)) return failure?.message ?? or('OK');
  if (echoes.has(word)) return echoes.get(word);
  const happened = [...statesOfVerb(intent.verb), 'success', 'ok', 'done', 'accepted', 'acknowledged', 'result'];
  if (leaf?.name === 'Boolean' && happened.some((each) => word.replace(/^(?:is|was)/, '').startsWith(each)))
    return !isFailed;
  if (leaf?.name === 'Int' && /^(?:failed|error)/.test(word)) return failures.length;
  if (leaf?.name === 'Int' && (word.startsWith(intent.verb) || /count|total|affected|rows|number|ed$/.test(word)))
    return objects.length;
  // A moment of what was just done is now.
  if (/(?:at|on|time|timestamp)$/.test(word) && !/expir|until|due|next/.test(word) && !isFailed) return result.now;
  return isFailed ? null : undefined;
}

/** A value of the object itself, such as `status` beside `device`. */
function ownValue(
  { model, population, reader }: WorldParts,
  { definition }: ModelField,
  [object]: readonly StoredObject[],
) {
  const view = object && population.view(object);
  const own = view && model.field(view.type, definition.name);
  return view && own?.leaf && own.kind === 'value' ? reader.leaf(view, own) : undefined;
}
