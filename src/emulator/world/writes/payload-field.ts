import { type GraphQLCompositeType, getNullableType, isEnumType, isListType, isObjectType } from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { notFound } from '../reads/errors.ts';
import { failureMember, failureObject, failureValue, outcomeOf } from '../reads/failure-object.ts';
import { SelectedList } from '../reads/selected-list.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { MutationResult, PayloadParts } from './mutation-result.ts';
import { statesOfVerb } from './verbs.ts';

/** A payload that is being made. */
export interface Making extends PayloadParts {
  readonly owner: EmulatedObject;
  readonly path: string;
  /** Makes a payload within this one. */
  readonly itemOf: (type: GraphQLCompositeType, at: string, result: MutationResult) => EmulatedObject | null;
}

/** Those of the objects that can be seen as a type. */
export function viewsAs(
  { model, population }: Pick<PayloadParts, 'model' | 'population'>,
  type: GraphQLCompositeType,
  objects: readonly StoredObject[],
): readonly EmulatedObject[] {
  const families = model.familiesOf(type).map(({ name }) => name);
  return objects.filter(({ family }) => families.includes(family)).map((object) => population.view(object, type));
}

/** Whether a list has an item for each object of a mutation of several, with what became of it. */
export function isItemList(model: Model, { kind, target, definition }: ModelField): boolean {
  if (kind !== 'parts' || target === undefined || isFailure(target) || model.familiesOf(target).length > 0)
    return false;
  return /^(?:results?|items|outcomes?|entries|responses?)$/.test(definition.name);
}

/** Whether a field of a payload can say that something was not done. */
export function showsFailure(model: Model, field: ModelField): boolean {
  const { definition, leaf, target } = field;
  if (holdsFailed(definition) || /^(?:is)?(?:success\w*|ok|done)$/.test(flatName(definition.name))) return true;
  if (isEnumType(leaf)) return outcomeOf(leaf, 'unknown') !== undefined;
  if (field.kind === 'part' && failureMember(model, definition)) return true;
  return (target !== undefined && isFailure(target)) || isItemList(model, field);
}

/** The value of a field of a payload, by what the mutation did; undefined if nothing is known of it. */
export function payloadField(making: Making, field: ModelField, result: MutationResult): (() => unknown) | undefined {
  const { definition, leaf, target } = field;
  const { model, itemOf } = making;
  if (holdsFailed(definition) || (target && isFailure(target))) return failuresIn(making, field, result);
  if (leaf) {
    const value = leafOf(making, field, result);
    return value !== undefined && isAllowed(definition.type, value) ? () => value : undefined;
  }
  if (target === undefined) return undefined;
  if (target === model.schema.getQueryType()) return () => new EmulatedObject(target);
  if (isItemList(model, field)) return () => itemsIn(making, definition.name, target, result);
  if (field.kind !== 'part' && field.kind !== 'parts') return objectsIn(making, field, result);
  // An edge, or another part with the object in it.
  if (result.outcome === 'unknown') {
    const [failed, [failure]] = [failureMember(model, definition), result.failures];
    if (failed && failure) return () => failureObject(failed, making.owner, failure);
    return isNullable(definition) ? () => null : undefined;
  }
  const isAround = model
    .membersOf(target)
    .flatMap((member) => [...model.fieldsOfType(member).values()])
    .some(({ leaf: value, target: inner }) => !value && inner && viewsAs(making, inner, result.objects).length > 0);
  if (!isAround) return undefined;
  const one = (): unknown => itemOf(target, definition.name, result);
  return field.kind === 'part' ? one : () => itemsIn(making, definition.name, target, { ...result, failures: [] });
}

/** The objects in a reference or a list, as they are now; undefined if nothing is known of them. */
function objectsIn(making: Making, field: ModelField, result: MutationResult): (() => unknown) | undefined {
  const { definition, target, kind } = field;
  const { model, population, reader, owner, reads } = making;
  const { objects, others, failures, echoes } = result;
  if (target === undefined || kind === 'parts') return undefined;
  const [own, also] = [viewsAs(making, target, objects), viewsAs(making, target, others)];
  if (kind === 'references') {
    if (own.length + also.length === 0 && objects.length > 0) return undefined;
    const items = own.length > 0 || objects.length === 0 ? own : also;
    return () =>
      field.page ? reads.served({ owner, definition, say: () => {} }, field, new SelectedList(items), {}) : items;
  }
  // `subject` is what `subjectId` names.
  const asked = echoes.get(`${flatName(definition.name)}id`);
  const first = [...own, ...also].find(({ stored }) => stored?.id === asked) ?? own[0] ?? also[0];
  if (first && (own.length > 0 || failures.length === 0)) return () => first;
  // The object itself may refer to it, as an issue does to its repository.
  const [view] = objects.map((object) => population.view(object));
  const inner = view && model.field(view.type, definition.name);
  if (view && inner?.kind === 'reference' && inner.target === target) return () => reader.one(view, inner);
  const [only] =
    isObjectType(target) && model.isSingle(target) && result.outcome === 'done' ? population.all(target) : [];
  if (only) return () => population.view(only, target);
  if (isNullable(definition)) return () => null;
  const [failure] = objects.length === 0 ? failures : [];
  return (
    failure &&
    (() => {
      throw notFound(failure.message);
    })
  );
}

/** The failures, and only those. */
function failuresIn({ model, owner }: Making, field: ModelField, { failures }: MutationResult) {
  const { definition, leaf, target } = field;
  const isList = isListType(getNullableType(definition.type));
  if (leaf?.name === 'Int' && !isList) return () => failures.length;
  if (leaf?.name === 'Boolean') return () => failures.length > 0;
  // An object that is not there can't be listed itself.
  const isObject = target !== undefined && model.familiesOf(target).length > 0;
  const members = target && !isObject ? model.membersOf(target) : [];
  const member = members.find(({ name }) => /NotFound/.test(name)) ?? members[0];
  const isIds = leaf?.name === 'ID' || /ids?$/.test(flatName(definition.name));
  const shown = failures.flatMap((failure): unknown => {
    if (!leaf) return member ? failureObject(member, owner, failure) : [];
    return isEnumType(leaf) ? (outcomeOf(leaf, 'unknown') ?? []) : isIds ? failure.id : failure.message;
  });
  if (isList) return () => shown;
  return isNullable(definition) || shown.length > 0 ? () => shown[0] ?? null : undefined;
}

/** One item for each object that was asked for, with what became of it. */
export function itemsIn(
  { itemOf }: Making,
  path: string,
  type: GraphQLCompositeType,
  result: MutationResult,
): readonly unknown[] {
  const each: MutationResult[] = [
    ...result.objects.map((object) => ({ ...result, objects: [object], failures: [] })),
    ...result.failures.map((failure) => ({ ...result, objects: [], failures: [failure], outcome: 'unknown' as const })),
  ];
  return each.map((one, at) => itemOf(type, `${path}[${at}]`, one));
}

/** The value of a leaf of a payload; undefined if nothing is known of it. */
function leafOf(making: Making, field: ModelField, result: MutationResult): unknown {
  const { definition, leaf } = field;
  const { objects, failures, echoes, outcome } = result;
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
  const known = isFailed && failure ? failureValue(definition, failure) : ownValue(making, field, result);
  if (known !== undefined && isAllowed(definition.type, known)) return known;
  if (isEnumType(leaf) && !isList) return outcomeIn(field, result);
  if (/^(?:message|statusmessage|reason|failurereason|detail)$/.test(word)) return failure?.message ?? or('OK');
  if (echoes.has(word)) return echoes.get(word);
  const happened = [...statesOfVerb(result.intent.verb), 'success', 'ok', 'done', 'accepted', 'acknowledged', 'result'];
  if (leaf?.name === 'Boolean' && happened.some((each) => word.replace(/^(?:is|was)/, '').startsWith(each)))
    return !isFailed;
  if (leaf?.name === 'Int' && /^(?:failed|error)/.test(word)) return failures.length;
  if (
    leaf?.name === 'Int' &&
    (word.startsWith(result.intent.verb) || /count|total|affected|rows|number|ed$/.test(word))
  )
    return objects.length;
  // A moment of what was just done is now.
  if (/(?:at|on|time|timestamp)$/.test(word) && !/expir|until|due|next/.test(word) && !isFailed) return result.now;
  return isFailed ? null : undefined;
}

/** A value of the object itself, such as `status` beside `device`. */
function ownValue({ model, population, reader }: Making, { definition }: ModelField, { objects }: MutationResult) {
  const [view] = objects.map((object) => population.view(object));
  const own = view && model.field(view.type, definition.name);
  return view && own?.leaf && own.kind === 'value' ? reader.leaf(view, own) : undefined;
}

/** The value of an enum of outcomes that says what happened. */
function outcomeIn({ leaf, definition }: ModelField, { intent, outcome }: MutationResult): unknown {
  if (!isEnumType(leaf)) return undefined;
  const orNull = isNullable(definition) ? null : undefined;
  if (outcome !== 'unknown' && /^(?:failure|error)/.test(flatName(definition.name))) return orNull;
  const names = leaf.getValues().map(({ name }) => flatName(name));
  const participle = statesOfVerb(intent.verb).find((word) => names.includes(word));
  return outcomeOf(leaf, outcome, participle) ?? (outcome === 'unknown' ? orNull : undefined);
}
