import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
} from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { isNullable } from '../model/nullability.ts';
import type { Call } from '../reads/call.ts';
import { notFound } from '../reads/errors.ts';
import { type FailedChange, failureMember, failureObject, outcomeOf } from '../reads/failure-object.ts';
import type { Reads } from '../reads/reads.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { Intent } from './intent.ts';
import { isItemList, payloadField, showsFailure, viewsAs } from './payload-field.ts';

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
  readonly isChanged: boolean;
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
  listsFailures({ definition }: Call): boolean {
    const { model } = this.#parts;
    return this.#membersOf(getNamedType(definition.type)).some((member) =>
      [...model.fieldsOfType(member).values()].some(
        (field) =>
          isListType(getNullableType(field.definition.type)) &&
          (holdsFailed(field.definition.name) || isItemList(model, field)),
      ),
    );
  }

  answer(call: Call, result: MutationResult): unknown {
    const { model, reader, population, reads } = this.#parts;
    const { definition, owner } = call;
    const type = getNullableType(definition.type);
    const named = getNamedType(type);
    const [failure] = result.objects.length === 0 ? result.failures : [];
    if (isLeafType(named)) return this.#leaf(call, named, result, failure);
    const field = model.field(call.type, definition.name);
    const target = field?.target;
    if (field === undefined) return null;
    if (failure) return this.#failed(call, result, failure);
    if (target && field.page?.shape.pageInfo && model.familiesOf(target).length > 0)
      return reads.served(call, field, { items: viewsAs(this.#parts, target, result.objects) }, {});
    if (target && field.page === undefined && model.familiesOf(target).length > 0) {
      const own = viewsAs(this.#parts, target, result.objects);
      if (isListType(type)) return own;
      const [object] = own.length > 0 ? own : viewsAs(this.#parts, target, result.others);
      if (object || isNullable(definition)) return object ?? null;
      const some = field.kind === 'reference' ? reader.one(owner, field) : null;
      return some ?? population.all(target).map((stored) => population.view(stored, target))[0];
    }
    const payload = this.#payload(owner, field.page?.type ?? target, definition.name, result);
    return isListType(type) ? [payload] : payload;
  }

  /** The payload's own way to say that nothing was done, or a top-level error. */
  #failed({ definition, owner }: Call, result: MutationResult, failure: FailedChange): unknown {
    const { model } = this.#parts;
    const member = failureMember(model, definition);
    if (member) return failureObject(member, owner, failure);
    const [type] = isListType(getNullableType(definition.type)) ? [] : this.#membersOf(getNamedType(definition.type));
    const payload = this.#payload(owner, type, definition.name, result);
    if (payload && this.#canShow(payload.type, result)) return payload;
    throw notFound(failure.message);
  }

  /** The types of a payload; none if objects or values are answered. */
  #membersOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    const { model } = this.#parts;
    return isCompositeType(type) && model.familiesOf(type).length === 0 ? model.membersOf(type) : [];
  }

  /** Whether a payload can say that nothing was done: it has a place for failures, and does not promise an object. */
  #canShow(type: GraphQLObjectType, { intent }: MutationResult): boolean {
    const { model } = this.#parts;
    const fields = [...model.fieldsOfType(type).values()];
    const isPromised = fields.some(
      ({ leaf, kind, definition, target }) =>
        !leaf &&
        kind === 'reference' &&
        !isNullable(definition) &&
        target !== undefined &&
        (intent.subject === undefined || model.isSameFamily(target, intent.subject)),
    );
    return !isPromised && fields.some((field) => showsFailure(model, field));
  }

  #payload(
    owner: EmulatedObject,
    type: GraphQLCompositeType | undefined,
    path: string,
    result: MutationResult,
  ): EmulatedObject | null {
    const { model } = this.#parts;
    const members = (type ? model.membersOf(type) : []).filter((member) => !isFailure(member));
    const shows = (member: GraphQLObjectType): boolean =>
      [...model.fieldsOfType(member).values()].some(
        ({ leaf, target }) => !leaf && target && viewsAs(this.#parts, target, result.objects).length > 0,
      );
    const member =
      members.find(shows) ?? members.find(({ name }) => /Success|Payload|Result|Ok$/.test(name)) ?? members[0];
    if (member === undefined) return null;
    const itemOf = (inner: GraphQLCompositeType, at: string, one: MutationResult): EmulatedObject | null =>
      this.#payload(owner, inner, `${path}/${at}`, one);
    const computed: Record<string, () => unknown> = {};
    for (const field of model.fieldsOfType(member).values()) {
      const value = payloadField({ ...this.#parts, owner, path, itemOf }, field, result);
      if (value) computed[field.definition.name] = value;
    }
    return new EmulatedObject(member, { owner, path, computed });
  }

  #leaf(call: Call, leaf: GraphQLLeafType, result: MutationResult, failure: FailedChange | undefined): unknown {
    const { definition, type, owner } = call;
    const ids = result.objects.map(({ id }) => id);
    const isList = isListType(getNullableType(definition.type));
    const outcome = failure ? 'unknown' : result.isChanged ? 'done' : 'unchanged';
    const shown = isEnumType(leaf) && !isList ? outcomeOf(leaf, outcome) : undefined;
    if (shown !== undefined) return shown;
    // The schema has no place for the failure.
    if (failure) throw notFound(failure.message);
    const plain = leaf.name === 'Boolean' ? true : leaf.name === 'Int' ? ids.length : ids[0];
    const made = isList ? ids : plain;
    if (made !== undefined && isAllowed(definition.type, made)) return made;
    const field = this.#parts.model.field(type, definition.name);
    return field ? this.#parts.reader.leaf(owner, field) : null;
  }
}
