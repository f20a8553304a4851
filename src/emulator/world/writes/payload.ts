import { type GraphQLCompositeType, getNullableType, isEnumType, isListType, isObjectType } from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName, singulars } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { type Call, drawnNote, notFound } from '../reads/call.ts';
import { failureMember, failureObject, outcomeOf } from '../reads/failure-object.ts';
import type { Reads } from '../reads/reads.ts';
import { SelectedList } from '../reads/selected-list.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { type MutationResult, payloadLeaf, valueAlone } from './payload-leaf.ts';

type Thunk = (() => unknown) | undefined;

/** Where an answer, or a part of it, stands. */
interface Place {
  readonly owner: EmulatedObject;
  readonly path: string;
}

const successes = /^(?:is)?(?:success\w*|ok|done)$/;
const isList = ({ definition }: ModelField): boolean => isListType(getNullableType(definition.type));

/** Makes the answer of a mutation, in whatever type the schema has for it, by one rule for each of its fields. */
export class Payloads {
  readonly #world: WorldParts;
  readonly #reads: Reads;

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#reads = reads;
  }

  /** Whether the answer has a place for those of several objects that were not changed. */
  answersEach({ type, definition }: Call): boolean {
    const field = this.#world.model.field(type, definition.name);
    const inner = field ? this.#payloadFields(field) : [];
    return [field, ...inner].some((each) => each && isList(each) && this.#showsFailure(each, each === field));
  }

  /** The answer; an error if the schema has no place for the failure. */
  answer(call: Call, result: MutationResult): unknown {
    const { model, reader } = this.#world;
    const { definition, owner } = call;
    const field = model.field(call.type, definition.name);
    if (field === undefined) return null;
    const { leaf, target, kind } = field;
    const [failure] = result.outcome === 'unknown' ? result.failures : [];
    if (failure && !this.#showsFailure(field, true)) throw notFound(failure.message);
    const known = this.#value({ owner, path: definition.name }, field, result, true);
    if (known) return known();
    if (result.outcome !== 'unchanged') call.say(drawnNote(call.type.name, definition.name));
    if (leaf) return reader.leaf(owner, field);
    if (kind === 'references' || target === undefined) return [];
    return reader.one(owner, field);
  }

  /** Those of the objects that can be seen as a type. */
  #views(type: GraphQLCompositeType, objects: readonly StoredObject[]): readonly EmulatedObject[] {
    const { model, population } = this.#world;
    const families = model.familiesOf(type).map(({ name }) => name);
    return objects.filter(({ family }) => families.includes(family)).map((object) => population.view(object, type));
  }

  /** The type of the payload that a field holds; undefined if it holds objects, a page of them, or values. */
  #payloadOf({ leaf, target, page }: ModelField): GraphQLCompositeType | undefined {
    const isOfObjects = target && this.#world.model.familiesOf(target).length > 0;
    return leaf || (isOfObjects && (!page || page.shape.pageInfo)) ? undefined : (page?.type ?? target);
  }

  #payloadFields(field: ModelField): readonly ModelField[] {
    const payload = this.#payloadOf(field);
    const members = payload ? this.#world.model.membersOf(payload) : [];
    return members.flatMap((member) => [...this.#world.model.fieldsOfType(member).values()]);
  }

  /** Whether an answer, or a field or a list within it, can say that something was not done. */
  #showsFailure(field: ModelField, isAnswer = false): boolean {
    const { definition, leaf, target, kind } = field;
    if (isEnumType(leaf)) return outcomeOf(leaf, 'unknown') !== undefined;
    if (!isAnswer && (holdsFailed(definition) || successes.test(flatName(definition.name)))) return true;
    if ((target && isFailure(target)) || failureMember(this.#world.model, definition)) return true;
    return (isAnswer || kind === 'parts') && this.#payloadFields(field).some((each) => this.#showsFailure(each));
  }

  /** The objects that ids of the name of a field named. */
  #named({ definition, target }: ModelField, { echoes }: MutationResult): readonly StoredObject[] {
    const nouns = target ? singulars(flatName(definition.name)) : [];
    const asked = nouns.flatMap((noun) => [echoes.get(`${noun}id`), echoes.get(`${noun}ids`)].flat());
    return asked.flatMap((id) => (target && this.#world.population.find(target, id)) ?? []);
  }

  /** Whether a payload shows the subjects, or what ids named, in a field of its own. */
  #shows(fields: Iterable<ModelField>, result: MutationResult): boolean {
    return [...fields].some((field) => {
      const { leaf, target } = field;
      return !leaf && target && this.#views(target, [...result.objects, ...this.#named(field, result)]).length > 0;
    });
  }

  /** The payload: the member that shows the objects, or else is called like a success. */
  #payload({ owner, path }: Place, type: GraphQLCompositeType, result: MutationResult): EmulatedObject | null {
    const { model } = this.#world;
    const members = model.membersOf(type).filter((each) => !isFailure(each));
    const member =
      members.find((each) => this.#shows(model.fieldsOfType(each).values(), result)) ??
      members.find(({ name }) => /Success|Payload|Result|Ok$/.test(name)) ??
      members[0];
    if (member === undefined) return null;
    const computed: Record<string, () => unknown> = {};
    for (const [name, field] of model.fieldsOfType(member)) {
      const value = this.#value({ owner, path: `${path}/${name}` }, field, result);
      if (value) computed[name] = value;
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

  /** The value of an answer or of a field in it, by what the mutation did; undefined if nothing is known of it. */
  #value(place: Place, field: ModelField, result: MutationResult, isAnswer = false): Thunk {
    const { definition, leaf, target, kind } = field;
    const { model } = this.#world;
    if (!isAnswer && (holdsFailed(definition) || (target && isFailure(target))))
      return this.#failures(place, field, result);
    if (leaf) {
      const value = (isAnswer ? valueAlone : payloadLeaf)(this.#world, field, result);
      return value !== undefined && isAllowed(definition.type, value) ? () => value : undefined;
    }
    if (target === undefined) return undefined;
    if (target === model.schema.getQueryType()) return () => new EmulatedObject(target);
    const [failure] = result.outcome === 'unknown' ? result.failures : [];
    const failed = failure && !isList(field) ? failureMember(model, definition) : undefined;
    if (failure && failed) return () => failureObject(failed, place.owner, failure);
    const part = /^part/.test(kind) && !field.page ? this.#has(field, result) : undefined;
    if (part) return part;
    const payload = this.#payloadOf(field);
    if (!payload) return this.#objects(place, field, target, result);
    const saysFailure = this.#showsFailure(field, isAnswer);
    if (!isAnswer && !saysFailure && !this.#shows(this.#payloadFields(field), result))
      return failure && isNullable(definition) ? () => null : undefined;
    if (!isList(field)) return () => this.#payload(place, payload, result);
    return () => this.#items(place, payload, saysFailure ? result : { ...result, failures: [] });
  }

  /** The field of this name that the only subject has, or its only part of that type. */
  #has({ definition, kind, target }: ModelField, { objects: [object, ...more] }: MutationResult) {
    const { model, population, reader } = this.#world;
    const view = object && more.length === 0 ? population.view(object) : undefined;
    const all = view ? model.objectFieldsOf(view.type) : [];
    const like = all.filter((each) => each.kind === kind && each.target === target);
    const only = /^part/.test(kind) && like.length === 1 ? like[0] : undefined;
    const own = like.find((each) => each.definition.name === definition.name) ?? only;
    return view && own && (() => (kind.endsWith('s') ? (reader.many(view, own) ?? []) : reader.one(view, own)));
  }

  /** The object or the list: what ids of this name named, what the subject has of this name, the subjects, or the only one. */
  #objects({ owner }: Place, field: ModelField, target: GraphQLCompositeType, result: MutationResult): Thunk {
    const { model, population } = this.#world;
    const { definition, kind, page } = field;
    const { objects, failures } = result;
    const named = this.#named(field, result);
    const isOnly = isObjectType(target) && model.isSingle(target);
    const own = this.#views(target, named.length > 0 ? named : isOnly ? population.all(target) : objects);
    const has = named.length === 0 ? this.#has(field, result) : undefined;
    const isKnown = has || own.length > 0;
    if (kind === 'references') {
      if (!isKnown && objects.length > 0) return undefined;
      const items = () => [has?.() ?? own].flat();
      const call = { owner, definition };
      return () => (page ? this.#reads.served(call, field, new SelectedList(items()), {}) : items());
    }
    if (isKnown) return has ?? (() => own[0]);
    return failures.length > 0 && isNullable(definition) ? () => null : undefined;
  }

  /** The failures, and only those. */
  #failures({ owner }: Place, field: ModelField, { failures }: MutationResult): Thunk {
    const { definition, leaf, target } = field;
    const { model } = this.#world;
    if (leaf?.name === 'Int' && !isList(field)) return () => failures.length;
    if (leaf?.name === 'Boolean') return () => failures.length > 0;
    // An object that is not there can't be listed itself.
    const members = target && model.familiesOf(target).length === 0 ? model.membersOf(target) : [];
    const member = members.find(({ name }) => /NotFound/.test(name)) ?? members[0];
    const isIds = leaf?.name === 'ID' || /ids?$/.test(flatName(definition.name));
    const shown = failures.flatMap((failure): unknown => {
      if (!leaf) return member ? failureObject(member, owner, failure) : [];
      return isEnumType(leaf) ? (outcomeOf(leaf, 'unknown') ?? []) : isIds ? failure.id : failure.message;
    });
    if (isList(field)) return () => shown;
    return isNullable(definition) || shown.length > 0 ? () => shown[0] ?? null : undefined;
  }
}
