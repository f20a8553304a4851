import { type GraphQLCompositeType, type GraphQLObjectType, getNullableType, isEnumType, isListType } from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import type { ModelField } from '../model/model-field.ts';
import type { Call } from '../reads/call.ts';
import { notFound } from '../reads/errors.ts';
import { failureMember, failureObject } from '../reads/failure-object.ts';
import { EmulatedObject } from '../store/emulated-object.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { MutationResult, PayloadParts } from './mutation-result.ts';
import { isItemList, itemsIn, type Making, payloadField, showsFailure, viewsAs } from './payload-field.ts';

/** The sentence about what is drawn in an answer. */
export function drawnNote(type: string, field: string): string {
  return `\`${type}.${field}\` is drawn: nothing says what it is. Add a resolver for \`${type}.${field}\`.`;
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
    const isList = isListType(getNullableType(definition.type));
    const lists = (each: ModelField): boolean =>
      isListType(getNullableType(each.definition.type)) && (holdsFailed(each.definition) || isItemList(model, each));
    const shows = (each: ModelField): boolean => (isList ? showsFailure(model, each) : lists(each));
    return payload !== undefined && model.membersOf(payload).some((member) => this.#fieldsOf(member).some(shows));
  }

  /** The answer; an error if the schema has no place for the failure. */
  answer(call: Call, result: MutationResult): unknown {
    const { model, population, reader } = this.#parts;
    const { definition, owner } = call;
    const field = model.field(call.type, definition.name);
    if (field === undefined) return null;
    const { leaf, target } = field;
    const payload = this.#payloadOf(field);
    const isList = isListType(getNullableType(definition.type));
    const [failure] = result.outcome === 'unknown' ? result.failures : [];
    if (failure) {
      const failed = failureMember(model, definition);
      if (failed) return failureObject(failed, owner, failure);
      const member = payload ? this.#memberFor(payload, result) : undefined;
      const shown = member ? this.#fieldsOf(member) : isEnumType(leaf) && !isList ? [field] : [];
      if (!shown.some((each) => showsFailure(model, each))) throw notFound(failure.message);
    }
    const making = this.#making(owner, definition.name);
    if (payload)
      return isList ? itemsIn(making, definition.name, payload, result) : this.#payload(making, payload, result);
    const known = payloadField(making, field, result);
    if (known) return known();
    const ids = result.objects.map(({ id }) => id);
    const about = isList ? ids : ids[0];
    if (leaf && about !== undefined && isAllowed(definition.type, about)) return about;
    if (result.outcome !== 'unchanged') call.say(drawnNote(call.type.name, definition.name));
    if (leaf) return reader.leaf(owner, field);
    if (field.kind === 'references' || target === undefined) return [];
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
    return new EmulatedObject(member, { owner, path, computed, isAnswer: result.outcome !== 'unchanged' });
  }
}
