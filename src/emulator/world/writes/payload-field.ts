import { type GraphQLCompositeType, getNullableType, isEnumType, isListType } from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { failureObject, outcomeOf } from '../reads/failure-object.ts';
import type { Reads } from '../reads/reads.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { MutationResult } from './payload.ts';
import { statesOfVerb } from './verbs.ts';

interface Parts {
  readonly model: Model;
  readonly population: Population;
  readonly reader: Reader;
}

type MakePayload = (
  owner: EmulatedObject,
  type: GraphQLCompositeType,
  path: string,
  result: MutationResult,
) => EmulatedObject | null;

/** Answers the fields of payloads from what a mutation did. */
export class PayloadFields {
  readonly #parts: Parts;
  readonly #reads: Reads;
  readonly #payload: MakePayload;

  constructor(parts: Parts, reads: Reads, payload: MakePayload) {
    this.#parts = parts;
    this.#reads = reads;
    this.#payload = payload;
  }

  /** Those of the objects that can be seen as a type. */
  asType(type: GraphQLCompositeType, objects: readonly StoredObject[]): readonly EmulatedObject[] {
    const families = this.#parts.model.familiesOf(type).map(({ name }) => name);
    return objects
      .filter(({ family }) => families.includes(family))
      .map((object) => this.#parts.population.view(object, type));
  }

  /** Whether a field of a payload can say that something was not done. */
  showsFailure(field: ModelField): boolean {
    const { definition, leaf, target } = field;
    const word = flatName(definition.name);
    if (holdsFailed(definition.name) || isSuccess(word) || (target && isFailure(target))) return true;
    if (isEnumType(leaf)) return outcomeOf(leaf, 'unknown') !== undefined;
    return isItemList(this.#parts.model, field);
  }

  /** What a field of a payload holds; undefined if nothing is known of it. */
  read(owner: EmulatedObject, field: ModelField, path: string, result: MutationResult): (() => unknown) | undefined {
    const { definition, leaf, target } = field;
    if (holdsFailed(definition.name) || (target && isFailure(target))) return this.#failures(owner, field, result);
    if (leaf) {
      const value = this.#leaf(field, result);
      return value === undefined ? undefined : () => value;
    }
    if (target === undefined) return undefined;
    if (target === this.#parts.model.schema.getQueryType()) return () => new EmulatedObject(target);
    if (field.kind === 'reference') return this.#reference(field, target, result);
    if (field.kind === 'references') return this.#references(owner, field, target, result);
    if (field.kind === 'parts' && isItemList(this.#parts.model, field))
      return () => this.#items(owner, target, `${path}/${definition.name}`, result);
    return this.#edge(owner, field, `${path}/${definition.name}`, result);
  }

  /** The list of what failed, and only that. */
  #failures(owner: EmulatedObject, field: ModelField, { failures }: MutationResult): (() => unknown) | undefined {
    const { definition, leaf, target } = field;
    const isList = isListType(getNullableType(definition.type));
    if (leaf) {
      if (leaf.name === 'Int') return () => failures.length;
      if (leaf.name === 'Boolean') return () => failures.length > 0;
      const isIds = /ids?$/.test(flatName(definition.name)) || leaf.name === 'ID';
      const shown = failures.map(({ message, id }) => (isIds ? id : message));
      if (isEnumType(leaf))
        return () => (failures.length > 0 ? outcomeOf(leaf, 'unknown') : null) ?? (isList ? [] : null);
      return isList ? () => shown : isNullable(definition) || shown.length > 0 ? () => shown[0] ?? null : undefined;
    }
    // An object that is not there can't be listed itself.
    const isObject = target !== undefined && this.#parts.model.familiesOf(target).length > 0;
    const members = target && !isObject ? this.#parts.model.membersOf(target) : [];
    const member = members.find(({ name }) => /NotFound/.test(name)) ?? members[0];
    const made = failures.flatMap((failure) => (member ? [failureObject(member, owner, failure)] : []));
    if (isList) return () => made;
    return isNullable(definition) || made.length > 0 ? () => made[0] ?? null : undefined;
  }

  #reference(
    field: ModelField,
    target: GraphQLCompositeType,
    { objects, others, failures }: MutationResult,
  ): (() => unknown) | undefined {
    const { definition } = field;
    const { model, reader, population } = this.#parts;
    const own = this.asType(target, objects);
    const also = this.asType(target, others);
    const [other] = also;
    const isNamed = other?.stored !== undefined && flatName(definition.name) === flatName(other.stored.family);
    const [first] = own.length > 0 && !isNamed ? own : also;
    if (first && (own.length > 0 || failures.length === 0)) return () => first;
    if (failures.length > 0 && isNullable(definition)) return () => null;
    // What the object itself refers to, such as the repository of an issue.
    const [object] = objects;
    const view = object && population.view(object);
    const inner = view && model.field(view.type, definition.name);
    if (view && inner?.kind === 'reference' && inner.target === target) return () => reader.one(view, inner);
    return isNullable(definition) ? () => null : undefined;
  }

  #references(
    owner: EmulatedObject,
    field: ModelField,
    target: GraphQLCompositeType,
    { objects, others }: MutationResult,
  ): (() => unknown) | undefined {
    const { definition } = field;
    const [own, also] = [this.asType(target, objects), this.asType(target, others)];
    if (own.length + also.length === 0 && objects.length > 0) return undefined;
    const items = own.length > 0 || objects.length === 0 ? own : also;
    const call = { owner, definition, say: () => {} };
    return () => (field.page ? this.#reads.served(call, field, { items }, {}) : items);
  }

  /** One item for each object that was asked for, with what became of it. */
  #items(owner: EmulatedObject, type: GraphQLCompositeType, path: string, result: MutationResult): unknown {
    const each: MutationResult[] = [
      ...result.objects.map((object) => ({ ...result, objects: [object], failures: [] })),
      ...result.failures.map((failure) => ({ ...result, objects: [], failures: [failure] })),
    ];
    return each.map((one, at) => this.#payload(owner, type, `${path}[${at}]`, one));
  }

  /** An edge, with the object in it. */
  #edge(
    owner: EmulatedObject,
    field: ModelField,
    path: string,
    { objects }: MutationResult,
  ): (() => unknown) | undefined {
    const { model } = this.#parts;
    const members = field.target ? model.membersOf(field.target) : [];
    const [member] = members;
    const inner = members
      .flatMap((each) => [...model.fieldsOfType(each).values()])
      .find(
        ({ kind, leaf, target }) => kind === 'reference' && !leaf && target && this.asType(target, objects).length > 0,
      );
    if (field.kind !== 'part' || !/Edge$/.test(member?.name ?? '') || !member) return undefined;
    const [node] = inner?.target ? this.asType(inner.target, objects) : [];
    if (inner === undefined || node === undefined) return isNullable(field.definition) ? () => null : undefined;
    return () => new EmulatedObject(member, { owner, path, computed: { [inner.definition.name]: () => node } });
  }

  /** The value of a leaf of a payload; undefined if nothing is known of it. */
  #leaf(field: ModelField, result: MutationResult): unknown {
    const { definition, leaf } = field;
    const { objects, failures, echoes } = result;
    const word = flatName(definition.name);
    const usable = (value: unknown): unknown =>
      value !== undefined && isAllowed(definition.type, value) ? value : undefined;
    const [failure] = failures;
    const isFailed = objects.length === 0 && failure !== undefined;
    if (word === 'clientmutationid') return usable(echoes.get(word) ?? null);
    if (isSuccess(word)) return usable(!isFailed);
    if (isEnumType(leaf) && !isListType(getNullableType(definition.type))) return this.#outcome(field, result);
    if (/^(?:message|statusmessage|reason|failurereason|detail)$/.test(word))
      return usable(failure?.message ?? (isNullable(definition) ? null : 'OK'));
    const id = this.#idOf(field, word, result);
    if (id !== undefined) return usable(id);
    if (leaf?.name === 'Int' && /^(?:failed|error)\w*$/.test(word)) return usable(failures.length);
    if (leaf?.name === 'Int' && /^(?:affected\w*|\w*count|total|deleted|updated|created|changed|succeeded)$/.test(word))
      return usable(objects.length);
    return usable(this.#ownValue(field, result)) ?? usable(echoes.get(word)) ?? (isFailed ? usable(null) : undefined);
  }

  /** The ids of the objects: `id`, `deviceId`, `deletedIds`, `affected`. */
  #idOf({ definition, leaf }: ModelField, word: string, { objects, failures }: MutationResult): unknown {
    if (!/ids?$/.test(word) || leaf?.name === 'Boolean') return undefined;
    const isAbout =
      /^(?:deleted|removed|updated|created|affected|entity|succeeded|changed)?ids?$/.test(word) ||
      objects.some(({ family }) => word.includes(flatName(family)));
    if (!isAbout && failures.length === 0) return undefined;
    const ids = objects.map(({ id }) => id);
    if (isListType(getNullableType(definition.type))) return ids;
    return ids[0] ?? (isNullable(definition) ? null : failures[0]?.id);
  }

  /** A value of the object itself, such as `status` beside `device`. */
  #ownValue({ definition }: ModelField, { objects }: MutationResult): unknown {
    const [object] = objects;
    const view = object && this.#parts.population.view(object);
    const own = view && this.#parts.model.field(view.type, definition.name);
    return view && own?.leaf && own.kind === 'value' ? this.#parts.reader.leaf(view, own) : undefined;
  }

  /** An enum of outcomes says what happened; one of states what the object has. */
  #outcome(field: ModelField, result: MutationResult): unknown {
    const { leaf, definition } = field;
    if (!isEnumType(leaf)) return undefined;
    const own = this.#ownValue(field, result);
    if (own !== undefined && isAllowed(definition.type, own)) return own;
    const isFailed = result.objects.length === 0 && result.failures.length > 0;
    const participle = statesOfVerb(result.intent.verb).find((word) =>
      leaf.getValues().some(({ name }) => flatName(name) === word),
    );
    if (/^(?:failure|error)/.test(flatName(definition.name)) && !isFailed)
      return isNullable(definition) ? null : undefined;
    const shown = outcomeOf(leaf, isFailed ? 'unknown' : result.isChanged ? 'done' : 'unchanged', participle);
    return shown ?? (isFailed && isNullable(definition) ? null : undefined);
  }
}

function isSuccess(word: string): boolean {
  return /^(?:success|successful|succeeded|ok|isok|issuccess|done|acknowledged)$/.test(word);
}

/** Whether a list has an item for each object of a mutation of several, with what became of it. */
export function isItemList(model: Model, { kind, target, definition }: ModelField): boolean {
  if (kind !== 'parts' || target === undefined || !isListType(getNullableType(definition.type))) return false;
  if (isFailure(target) || model.familiesOf(target).length > 0) return false;
  return /^(?:results?|items|outcomes?|entries|responses?)$/.test(definition.name);
}
