import { isEnumType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { type FailedChange, failureValue, type MutationOutcome, outcomeOf } from '../reads/failure-object.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { AnswerField } from './answer-field.ts';
import type { Plan } from './plan.ts';

/** The result of a mutation. */
export interface MutationResult {
  /** The objects that it is about, as they are now. */
  readonly objects: readonly StoredObject[];
  /** The changes that were not made, and why. */
  readonly failures: readonly FailedChange[];
  /** Its inputs by name without case. */
  readonly echoes: ReadonlyMap<string, unknown>;
  readonly plan: Plan;
  /** The present of the world. */
  readonly now: string;
  /** The outcome: `unknown` if there are failures alone. */
  readonly outcome: MutationOutcome;
}

/** The value of a leaf of an answer: of the subject, an echo of an input, or what happened; undefined if nothing is known of it. */
export function answerLeaf(world: WorldParts, answer: AnswerField, result: MutationResult): unknown {
  const { objects, failures, echoes, outcome, plan, now } = result;
  const { definition, leaf } = answer.field;
  const [word, words] = [flatName(definition.name), wordsOf(definition.name)];
  const [[failure], isFailed, ids] = [failures, outcome === 'unknown', objects.map(({ id }) => id)];
  if (answer.isAnswer) return valueAlone(answer, result, ids);
  const or = (value: unknown): unknown => (isNullable(definition) ? null : value);
  if (word === 'clientmutationid') return echoes.get(word) ?? null;
  const happened = ['', 'affected', 'changed', 'succeeded', 'deleted', 'removed', 'updated', ...plan.done];
  const types = plan.subject ? world.model.familiesOf(plan.subject).map(({ name }) => flatName(name)) : [];
  const idOf = leaf?.name === 'Boolean' ? undefined : idName(definition.name)?.words.join('');
  if (idOf !== undefined) {
    // `deletedAddressId` of a `CustomerAddress`; the `lockId` of `lockApp` is no id of the app.
    const rest = idOf.replace(/^(?:affected|changed|deleted|removed|updated)/, '');
    if (idOf === 'entity' || types.some((name) => name.endsWith(rest) || rest.endsWith(name)))
      return answer.isList ? ids : (ids[0] ?? or(failure?.id));
  }
  const view = objects[0] && ids.length === 1 ? world.view(objects[0]) : undefined;
  const own = view && world.model.field(view.type, definition.name);
  const ownValue = view && own?.kind === 'value' ? world.reader.leaf(view, own) : undefined;
  const known = isFailed && failure ? failureValue(definition, failure) : ownValue;
  if (known !== undefined && isAllowed(definition.type, known)) return known;
  // An input of this name and type is repeated.
  if (!isFailed && isEnumType(leaf) && echoes.get(word) !== undefined) return echoes.get(word);
  if (isEnumType(leaf) && !answer.isList) {
    if (!isFailed && /^(?:failure|error)/.test(word)) return or(undefined);
    const names = leaf.getValues().map(({ name }) => flatName(name));
    const participle = plan.done.find((each) => names.includes(each));
    return outcomeOf(leaf, outcome, participle) ?? (isFailed ? or(undefined) : undefined);
  }
  if (/^(?:message|msg|statusmessage|reason|failurereason|detail)$/.test(word)) return failure?.message ?? or('OK');
  if (echoes.has(word)) return echoes.get(word);
  const what = word.replace(/^(?:is|was)/, '');
  // `configDeleted` of a `Config`.
  const isOfType = types.some((name) => what.startsWith(name) && happened.includes(what.slice(name.length)));
  if (
    leaf?.name === 'Boolean' &&
    (isOfType || happened.includes(what) || /^(?:success\w*|ok|done|accepted|result)$/.test(what))
  )
    return !isFailed;
  if (leaf?.name === 'Int' && happened.includes(word.replace(/count$|rows/, ''))) return ids.length;
  // A moment of what was just done is now.
  const isMoment = /^(?:at|on|time|timestamp)$/.test(words.at(-1) ?? '');
  if (isMoment && !/expir|until|due|next|end|valid|last/.test(word) && !isFailed) return now;
  return isFailed ? null : undefined;
}

/** A value that is the whole answer: whether it was done, the ids, or how many; a text may be anything, such as a token. */
function valueAlone(
  { field, isList }: AnswerField,
  { outcome, plan }: MutationResult,
  ids: readonly unknown[],
): unknown {
  const { leaf } = field;
  if (isEnumType(leaf) && !isList) return outcomeOf(leaf, outcome);
  if (leaf?.name === 'Boolean' && !isList && plan.does !== 'toggle') return true;
  if (leaf?.name === 'Int' && !isList && (plan.does === 'delete' || ids.length > 1)) return ids.length;
  return leaf?.name === 'ID' ? (isList ? ids : ids[0]) : undefined;
}
