import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { type Call, drawnNote, notFound } from '../reads/call.ts';
import { failureMember, failureObject, outcomeOf } from '../reads/failure-object.ts';
import type { Reads } from '../reads/reads.ts';
import { SelectedList } from '../reads/selected-list.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { type MutationResult, payloadLeaf } from './payload-field.ts';

type Thunk = (() => unknown) | undefined;

/** Where an answer, or a part of it, stands. */
interface Place {
  readonly owner: EmulatedObject;
  readonly path: string;
}

/** Makes the answer of a mutation, in whatever type the schema has for it, by one rule for each of its fields. */
export class Payloads {
  readonly #world: WorldParts;
  readonly #reads: Reads;

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#reads = reads;
  }

  /** Whether the answer has a place for those of several objects that were not changed. */
  listsFailures({ type, definition }: Call): boolean {
    const field = this.#world.model.field(type, definition.name);
    const payload = field && this.#payloadOf(field);
    const isList = isListType(getNullableType(definition.type));
    const lists = (each: ModelField): boolean =>
      isListType(getNullableType(each.definition.type)) && (holdsFailed(each.definition) || this.#isItemList(each));
    const members = payload ? this.#world.model.membersOf(payload) : [];
    return members.some((member) =>
      this.#fieldsOf(member).some((each) => (isList ? this.#showsFailure(each) : lists(each))),
    );
  }

  /** The answer; an error if the schema has no place for the failure. */
  answer(call: Call, result: MutationResult): unknown {
    const { model, population, reader } = this.#world;
    const { definition, owner } = call;
    const field = model.field(call.type, definition.name);
    if (field === undefined) return null;
    const { leaf, target } = field;
    const place = { owner, path: definition.name };
    const payload = this.#payloadOf(field);
    const isList = isListType(getNullableType(definition.type));
    const [failure] = result.outcome === 'unknown' ? result.failures : [];
    if (failure) {
      const failed = failureMember(model, definition);
      if (failed) return failureObject(failed, owner, failure);
      const member = payload ? this.#memberFor(payload, result) : undefined;
      const shown = member ? this.#fieldsOf(member) : isEnumType(leaf) && !isList ? [field] : [];
      if (!shown.some((each) => this.#showsFailure(each))) throw notFound(failure.message);
    }
    if (payload) return isList ? this.#items(place, payload, result) : this.#payload(place, payload, result);
    const known = this.#field(place, field, result);
    if (known) return known();
    const ids = result.objects.map(({ id }) => id);
    const about = isList ? ids : ids[0];
    // A boolean alone says whether it was done.
    if (leaf?.name === 'Boolean' && !isList && result.intent.kind !== 'toggle') return result.outcome !== 'unknown';
    // An id alone is the id of the subject; a text may be anything, such as a token.
    if (leaf?.name === 'ID' && about !== undefined && isAllowed(definition.type, about)) return about;
    if (result.outcome !== 'unchanged') call.say(drawnNote(call.type.name, definition.name));
    if (leaf) return reader.leaf(owner, field);
    if (field.kind === 'references' || target === undefined) return [];
    return reader.one(owner, field) ?? population.all(target).map((stored) => population.view(stored, target))[0];
  }

  #fieldsOf(type: GraphQLObjectType): readonly ModelField[] {
    return [...this.#world.model.fieldsOfType(type).values()];
  }

  /** Those of the objects that can be seen as a type. */
  #views(type: GraphQLCompositeType, objects: readonly StoredObject[]): readonly EmulatedObject[] {
    const { model, population } = this.#world;
    const families = model.familiesOf(type).map(({ name }) => name);
    return objects.filter(({ family }) => families.includes(family)).map((object) => population.view(object, type));
  }

  /** The type of the payload that a mutation answers; undefined if it answers objects, a page of them, or values. */
  #payloadOf({ leaf, target, page }: ModelField): GraphQLCompositeType | undefined {
    const isOfObjects = target && this.#world.model.familiesOf(target).length > 0;
    return leaf || (isOfObjects && (!page || page.shape.pageInfo)) ? undefined : (page?.type ?? target);
  }

  /** Whether a list has an item for each object of a mutation of several, with what became of it. */
  #isItemList({ kind, target, definition }: ModelField): boolean {
    return (
      kind === 'parts' &&
      target !== undefined &&
      !isFailure(target) &&
      /^(?:results?|items|outcomes?|entries|responses?)$/.test(definition.name)
    );
  }

  /** Whether a field of a payload can say that something was not done. */
  #showsFailure(field: ModelField): boolean {
    const { definition, leaf, target, kind } = field;
    if (holdsFailed(definition) || /^(?:is)?(?:success\w*|ok|done)$/.test(flatName(definition.name))) return true;
    if (isEnumType(leaf)) return outcomeOf(leaf, 'unknown') !== undefined;
    if (kind === 'part' && failureMember(this.#world.model, definition)) return true;
    return (target !== undefined && isFailure(target)) || this.#isItemList(field);
  }

  /** Whether a type shows the objects in a field of its own. */
  #shows(member: GraphQLObjectType, objects: readonly StoredObject[]): boolean {
    return this.#fieldsOf(member).some(
      ({ leaf, target }) => !leaf && target && this.#views(target, objects).length > 0,
    );
  }

  /** The member that shows the objects, or else is called like a success. */
  #memberFor(type: GraphQLCompositeType, { objects }: MutationResult): GraphQLObjectType | undefined {
    const members = this.#world.model.membersOf(type).filter((member) => !isFailure(member));
    const shown = members.find((member) => this.#shows(member, objects));
    return shown ?? members.find(({ name }) => /Success|Payload|Result|Ok$/.test(name)) ?? members[0];
  }

  #payload({ owner, path }: Place, type: GraphQLCompositeType, result: MutationResult): EmulatedObject | null {
    const member = this.#memberFor(type, result);
    if (member === undefined) return null;
    const computed: Record<string, () => unknown> = {};
    for (const field of this.#fieldsOf(member)) {
      const value = this.#field({ owner, path: `${path}/${field.definition.name}` }, field, result);
      if (value) computed[field.definition.name] = value;
    }
    const role = result.outcome === 'unchanged' ? undefined : 'answer';
    return new EmulatedObject(member, { owner, path, computed, role });
  }

  /** One item for each object that was asked for, with what became of it. */
  #items({ owner, path }: Place, type: GraphQLCompositeType, result: MutationResult): readonly unknown[] {
    const { objects, failures } = result;
    const each: MutationResult[] = [
      ...objects.map((object) => ({ ...result, objects: [object], failures: [] })),
      ...failures.map((failure) => ({ ...result, objects: [], failures: [failure], outcome: 'unknown' as const })),
    ];
    return each.map((one, at) => this.#payload({ owner, path: `${path}[${at}]` }, type, one));
  }

  /** The value of a field, by what the mutation did; undefined if nothing is known of it. */
  #field(place: Place, field: ModelField, result: MutationResult): Thunk {
    const { definition, leaf, target, kind } = field;
    const { model } = this.#world;
    if (holdsFailed(definition) || (target && isFailure(target))) return this.#failures(place, field, result);
    if (leaf) {
      const value = payloadLeaf(this.#world, field, result);
      return value !== undefined && isAllowed(definition.type, value) ? () => value : undefined;
    }
    if (target === undefined) return undefined;
    if (target === model.schema.getQueryType()) return () => new EmulatedObject(target);
    if (this.#isItemList(field)) return () => this.#items(place, target, result);
    if (kind === 'references') return this.#list(place, field, target, result);
    if (kind === 'reference') return this.#object(field, target, result);
    // An edge, or another part with the object in it.
    if (result.outcome === 'unknown') {
      const [failed, [failure]] = [failureMember(model, definition), result.failures];
      if (failed && failure) return () => failureObject(failed, place.owner, failure);
      return isNullable(definition) ? () => null : undefined;
    }
    if (!model.membersOf(target).some((member) => this.#shows(member, result.objects))) return undefined;
    return () =>
      kind === 'part' ? this.#payload(place, target, result) : this.#items(place, target, { ...result, failures: [] });
  }

  /** The objects in a list: the subjects, or else the others that ids named. */
  #list({ owner }: Place, field: ModelField, target: GraphQLCompositeType, { objects, others }: MutationResult): Thunk {
    const [own, also] = [this.#views(target, objects), this.#views(target, others)];
    if (own.length + also.length === 0 && objects.length > 0) return undefined;
    const items = own.length > 0 || objects.length === 0 ? own : also;
    const call = { owner, definition: field.definition, say: () => {} };
    return () => (field.page ? this.#reads.served(call, field, new SelectedList(items), {}) : items);
  }

  /** The object in a reference: what an id named, the subject, or what that refers to; undefined if nothing is known of it. */
  #object({ definition }: ModelField, target: GraphQLCompositeType, result: MutationResult): Thunk {
    const { model, population, reader } = this.#world;
    const { objects, others, failures, echoes } = result;
    const own = this.#views(target, objects);
    const all = [...own, ...this.#views(target, others)];
    // `subject` is what `subjectId` names.
    const asked = echoes.get(`${flatName(definition.name)}id`);
    const first = all.find(({ stored }) => stored?.id === asked) ?? all[0];
    if (first && (own.length > 0 || failures.length === 0)) return () => first;
    // The object itself may refer to it, as an issue does to its repository.
    const view = objects[0] && population.view(objects[0]);
    const inner = view && model.field(view.type, definition.name);
    if (view && inner?.kind === 'reference' && inner.target === target) return () => reader.one(view, inner);
    const isOne = isObjectType(target) && model.isSingle(target) && result.outcome === 'done';
    const only = isOne ? population.all(target)[0] : undefined;
    if (only) return () => population.view(only, target);
    if (isNullable(definition)) return () => null;
    const [failure] = objects.length === 0 ? failures : [];
    if (failure === undefined) return undefined;
    return () => {
      throw notFound(failure.message);
    };
  }

  /** The failures, and only those. */
  #failures({ owner }: Place, { definition, leaf, target }: ModelField, { failures }: MutationResult): Thunk {
    const { model } = this.#world;
    const isList = isListType(getNullableType(definition.type));
    if (leaf?.name === 'Int' && !isList) return () => failures.length;
    if (leaf?.name === 'Boolean') return () => failures.length > 0;
    // An object that is not there can't be listed itself.
    const members = target && model.familiesOf(target).length === 0 ? model.membersOf(target) : [];
    const member = members.find(({ name }) => /NotFound/.test(name)) ?? members[0];
    const isIds = leaf?.name === 'ID' || /ids?$/.test(flatName(definition.name));
    const shown = failures.flatMap((failure): unknown => {
      if (!leaf) return member ? failureObject(member, owner, failure) : [];
      return isEnumType(leaf) ? (outcomeOf(leaf, 'unknown') ?? []) : isIds ? failure.id : failure.message;
    });
    if (isList) return () => shown;
    return isNullable(definition) || shown.length > 0 ? () => shown[0] ?? null : undefined;
  }
}
