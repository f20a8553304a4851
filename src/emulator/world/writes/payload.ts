import { type GraphQLCompositeType, type GraphQLObjectType, getNullableType, isEnumType, isListType } from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import type { Call } from '../reads/call.ts';
import { notFound } from '../reads/errors.ts';
import {
  type FailedChange,
  failureMember,
  failureObject,
  type MutationOutcome,
  outcomeOf,
} from '../reads/failure-object.ts';
import type { Reads } from '../reads/reads.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { Intent } from './intent.ts';
import { isItemList, itemsIn, type Making, objectsIn, payloadField, showsFailure, viewsAs } from './payload-field.ts';

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
  /** The outcome: `unknown` if there are failures alone. */
  readonly outcome: MutationOutcome;
}

/** The parts that payloads are made with. */
export interface PayloadParts {
  readonly model: Model;
  readonly population: Population;
  readonly reader: Reader;
  readonly reads: Reads;
}

/** Makes the answer of a mutation, in whatever type the schema has for it. */
export class Payloads {
  readonly #parts: PayloadParts;

  constructor(parts: PayloadParts) {
    this.#parts = parts;
  }

  /** Whether the answer has a place for those of several objects that were not changed. */
  listsFailures({ type, definition }: Call): boolean {
    const { model } = this.#parts;
    const field = model.field(type, definition.name);
    const payload = field && this.#payloadOf(field);
    const lists = (each: ModelField): boolean =>
      isListType(getNullableType(each.definition.type)) &&
      (holdsFailed(each.definition.name) || isItemList(model, each));
    return payload !== undefined && model.membersOf(payload).some((member) => this.#fieldsOf(member).some(lists));
  }

  /** The answer; an error if the schema has no place for the failure. */
  answer(call: Call, result: MutationResult): unknown {
    const { model, population, reader } = this.#parts;
    const { definition, owner } = call;
    const field = model.field(call.type, definition.name);
    if (field === undefined) return null;
    const payload = this.#payloadOf(field);
    const isList = isListType(getNullableType(definition.type));
    const [failure] = result.outcome === 'unknown' ? result.failures : [];
    if (failure) {
      const member = failureMember(model, definition);
      if (member) return failureObject(member, owner, failure);
      const type = payload && !isList ? this.#memberFor(payload, result) : undefined;
      const isSaid = type ? this.#canShow(type, result) : isEnumType(field.leaf) && !isList;
      if (!isSaid) throw notFound(failure.message);
    }
    if (field.leaf) return this.#leaf(owner, field, result);
    const making = this.#making(owner, definition.name);
    if (payload) return isList ? itemsIn(making, field, payload, result) : this.#payload(making, payload, result);
    const objects = objectsIn(making, field, result);
    if (objects || field.target === undefined) return objects?.() ?? null;
    if (field.kind === 'references') return [];
    const { target } = field;
    return reader.one(owner, field) ?? population.all(target).map((stored) => population.view(stored, target))[0];
  }

  #making(owner: EmulatedObject, path: string): Making {
    const itemOf: Making['itemOf'] = (type, at, one) => this.#payload(this.#making(owner, `${path}/${at}`), type, one);
    return { ...this.#parts, owner, path, itemOf };
  }

  #fieldsOf(type: GraphQLObjectType): readonly ModelField[] {
    return [...this.#parts.model.fieldsOfType(type).values()];
  }

  /** The type of the payload that a mutation answers; undefined if it answers objects, a page of them, or values. */
  #payloadOf({ leaf, target, page }: ModelField): GraphQLCompositeType | undefined {
    const isOfObjects = target && this.#parts.model.familiesOf(target).length > 0;
    return leaf || (isOfObjects && (!page || page.shape.pageInfo)) ? undefined : (page?.type ?? target);
  }

  /** Whether a payload can say that nothing was done: it has a place for failures, and does not promise an object. */
  #canShow(type: GraphQLObjectType, { intent: { subject } }: MutationResult): boolean {
    const { model } = this.#parts;
    const fields = this.#fieldsOf(type);
    const isPromised = fields.some(
      ({ leaf, kind, definition, target }) =>
        !leaf &&
        kind === 'reference' &&
        !isNullable(definition) &&
        target !== undefined &&
        (subject === undefined || model.isSameFamily(target, subject)),
    );
    return !isPromised && fields.some((field) => showsFailure(model, field));
  }

  /** The member that shows the objects, or else is called like a success. */
  #memberFor(type: GraphQLCompositeType, { objects }: MutationResult): GraphQLObjectType | undefined {
    const members = this.#parts.model.membersOf(type).filter((member) => !isFailure(member));
    const shows = (member: GraphQLObjectType): boolean =>
      this.#fieldsOf(member).some(
        ({ leaf, target }) => !leaf && target && viewsAs(this.#parts, target, objects).length > 0,
      );
    return members.find(shows) ?? members.find(({ name }) => /Success|Payload|Result|Ok$/.test(name)) ?? members[0];
  }

  #payload(making: Making, type: GraphQLCompositeType, result: MutationResult): EmulatedObject | null {
    const member = this.#memberFor(type, result);
    if (member === undefined) return null;
    const computed: Record<string, () => unknown> = {};
    for (const field of this.#fieldsOf(member)) {
      const value = payloadField(making, field, result);
      if (value) computed[field.definition.name] = value;
    }
    const { owner, path } = making;
    return new EmulatedObject(member, { owner, path, computed });
  }

  /** A value: the outcome, how many objects there are, or their ids. */
  #leaf(owner: EmulatedObject, field: ModelField, { objects, failures, outcome }: MutationResult): unknown {
    const { leaf, definition } = field;
    const ids = objects.map(({ id }) => id);
    const isList = isListType(getNullableType(definition.type));
    const shown = isEnumType(leaf) && !isList ? outcomeOf(leaf, outcome) : undefined;
    if (shown !== undefined) return shown;
    if (outcome === 'unknown') throw notFound(failures[0]?.message ?? '');
    const plain = leaf?.name === 'Boolean' ? true : leaf?.name === 'Int' ? ids.length : ids[0];
    const made = isList ? ids : plain;
    return made !== undefined && isAllowed(definition.type, made) ? made : this.#parts.reader.leaf(owner, field);
  }
}
