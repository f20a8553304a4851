import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
} from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { isNullable } from '../model/nullability.ts';
import type { Call } from '../reads/call.ts';
import { notFound } from '../reads/errors.ts';
import { type FailedChange, failureMember, failureObject } from '../reads/failure-object.ts';
import type { Reads } from '../reads/reads.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { Intent } from './intent.ts';
import { isItemList, PayloadFields } from './payload-field.ts';

/** What a mutation did. */
export interface MutationResult {
  /** The objects that it is about, as they are now. */
  readonly objects: readonly StoredObject[];
  /** What was not done, and why. */
  readonly failures: readonly FailedChange[];
  /** Other objects that its arguments name. */
  readonly others: readonly StoredObject[];
  /** Its arguments and the fields of its inputs, by name without case. */
  readonly echoes: ReadonlyMap<string, unknown>;
  readonly intent: Intent;
  readonly isChanged: boolean;
}

interface Parts {
  readonly model: Model;
  readonly population: Population;
  readonly reader: Reader;
}

/** Makes the answer of a mutation, in whatever type the schema has for it. */
export class Payloads {
  readonly #parts: Parts;
  readonly #reads: Reads;
  readonly #fields: PayloadFields;

  constructor(parts: Parts, reads: Reads) {
    this.#parts = parts;
    this.#reads = reads;
    this.#fields = new PayloadFields(parts, reads, (...payload) => this.#payload(...payload));
  }

  /** Whether the answer has a place for those of several objects that were not changed. */
  listsFailures({ definition }: Call): boolean {
    const type = getNamedType(definition.type);
    if (!isCompositeType(type) || this.#parts.model.familiesOf(type).length > 0) return false;
    return this.#parts.model
      .membersOf(type)
      .some((member) =>
        [...this.#parts.model.fieldsOfType(member).values()].some(
          (field) =>
            isListType(getNullableType(field.definition.type)) &&
            (holdsFailed(field.definition.name) || isItemList(this.#parts.model, field)),
        ),
      );
  }

  answer(call: Call, result: MutationResult): unknown {
    const { definition, owner } = call;
    const type = getNullableType(definition.type);
    const named = getNamedType(type);
    const [failure] = result.objects.length === 0 ? result.failures : [];
    if (!isCompositeType(named)) return this.#leaf(call, result, failure);
    if (failure) return this.#failed(call, named, result, failure);
    const { model, reader, population } = this.#parts;
    const field = model.field(call.type, definition.name);
    const own = this.#fields.asType(named, result.objects);
    if (isListType(type) && model.familiesOf(named).length > 0) return own;
    if (field?.page && model.familiesOf(field.page.shape.item).length > 0 && !this.listsFailures(call)) {
      const items = this.#fields.asType(field.page.shape.item, result.objects);
      return this.#withFacts(this.#reads.served(call, field, { items }, {}), named, call, result);
    }
    if (model.familiesOf(named).length > 0) {
      const [object] = own.length > 0 ? own : this.#fields.asType(named, result.others);
      if (object) return object;
      if (isNullable(definition)) return null;
      const some = field?.kind === 'reference' ? (reader.one(owner, field) ?? undefined) : undefined;
      return some ?? population.all(named).map((stored) => population.view(stored, named))[0];
    }
    const payload = this.#payload(owner, named, definition.name, result);
    return isListType(type) ? [payload] : payload;
  }

  /** A page such as Hasura's answer of several rows, with the counts of a payload. */
  #withFacts(page: unknown, type: GraphQLCompositeType, call: Call, result: MutationResult): unknown {
    const payload = this.#payload(call.owner, type, call.definition.name, result);
    if (!(page instanceof EmulatedObject) || !payload) return page;
    return new EmulatedObject(page.type, {
      ...{ owner: page.owner, path: page.path },
      computed: { ...page.computed, ...payload.computed },
    });
  }

  /** The payload's own way to say that nothing was done, or a top-level error. */
  #failed(call: Call, named: GraphQLCompositeType, result: MutationResult, failure: FailedChange): unknown {
    const { definition, owner } = call;
    const member = failureMember(this.#parts.model, definition);
    if (member) return failureObject(member, owner, failure);
    if (!isListType(getNullableType(definition.type)) && this.#parts.model.familiesOf(named).length === 0) {
      const payload = this.#payload(owner, named, definition.name, result);
      if (payload && this.#canShow(payload.type, result)) return payload;
    }
    throw notFound(failure.message);
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
    return !isPromised && fields.some((field) => this.#fields.showsFailure(field));
  }

  #payload(
    owner: EmulatedObject,
    type: GraphQLCompositeType,
    path: string,
    result: MutationResult,
  ): EmulatedObject | null {
    const { model } = this.#parts;
    const members = model.membersOf(type).filter((member) => !isFailure(member));
    const shows = (member: GraphQLObjectType): boolean =>
      [...model.fieldsOfType(member).values()].some(
        ({ leaf, target }) => !leaf && target && this.#fields.asType(target, result.objects).length > 0,
      );
    const member =
      members.find(shows) ?? members.find(({ name }) => /Success|Payload|Result|Ok$/.test(name)) ?? members[0];
    if (member === undefined) return null;
    const computed: Record<string, () => unknown> = {};
    for (const field of model.fieldsOfType(member).values()) {
      const value = this.#fields.read(owner, field, path, result);
      if (value) computed[field.definition.name] = value;
    }
    return new EmulatedObject(member, { owner, path, computed });
  }

  #leaf(call: Call, result: MutationResult, failure: FailedChange | undefined): unknown {
    // The schema has no place for the failure.
    if (failure) throw notFound(failure.message);
    const { definition, type, owner } = call;
    const ids = result.objects.map(({ id }) => id);
    const named = getNamedType(definition.type).name;
    const plain = named === 'Boolean' ? true : named === 'Int' ? ids.length : ids[0];
    const made = isListType(getNullableType(definition.type)) ? ids : plain;
    if (made !== undefined && isAllowed(definition.type, made)) return made;
    const field = this.#parts.model.field(type, definition.name);
    return field ? this.#parts.reader.leaf(owner, field) : null;
  }
}
