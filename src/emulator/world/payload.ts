import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
} from 'graphql';
import type { Field } from '../../graphql/fields.ts';
import { notFound } from './errors.ts';
import { failureMember, failureThing } from './failure-thing.ts';
import { isFailure, isFailureField } from './failures.ts';
import type { FieldSlot, Model } from './model.ts';
import { bare } from './names.ts';
import { isNullable } from './nullability.ts';
import type { Population } from './population.ts';
import { fits, type Reader } from './reader.ts';
import type { Reads } from './resolve.ts';
import { seriesOf } from './series.ts';
import { Thing } from './thing.ts';

/** What a mutation did. */
export interface MutationResult {
  /** The objects that it is about, as they are now. */
  readonly things: readonly Thing[];
  /** Other objects that its arguments name. */
  readonly others: readonly Thing[];
  /** Its arguments and the fields of its inputs, by name without case. */
  readonly echoes: ReadonlyMap<string, unknown>;
  /** Why nothing was done. */
  readonly failure?: { readonly message: string; readonly argument: string } | undefined;
}

interface Parts {
  readonly model: Model;
  readonly population: Population;
  readonly reader: Reader;
  readonly reads: Reads;
}

/** Makes the answers of mutations. */
export interface Payloads {
  answer(owner: Thing, field: Field, outcome: MutationResult, slot: FieldSlot | undefined): unknown;
}

/** Makes the answer of a mutation, in whatever type the schema has for it. */
export function createPayloads({ model, population, reader, reads }: Parts): Payloads {
  function answer(owner: Thing, field: Field, outcome: MutationResult, slot: FieldSlot | undefined): unknown {
    const type = getNullableType(field.type);
    const named = getNamedType(type);
    const { failure } = outcome;
    if (!isCompositeType(named)) {
      // The schema has no place for the failure.
      if (failure) throw notFound(failure.message);
      return leafOf(owner, field, outcome, slot);
    }
    if (failure) {
      const member = failureMember(model, field);
      if (member) return failureThing(member, owner, failure.message, failure.argument);
      if (!isListType(type) && model.familiesOf(named).length === 0) {
        const payload = payloadOf(owner, named, field.name, outcome);
        if (payload && canShow(payload.type, outcome)) return payload;
      }
      throw notFound(failure.message);
    }
    const own = asType(named, outcome.things);
    if (isListType(type)) return own;
    if (slot?.page && model.familiesOf(slot.page.shape.item).length > 0)
      return reads.servedList(owner, field, slot, seriesOf(asType(slot.page.shape.item, outcome.things)), {}, type);
    if (model.familiesOf(named).length > 0) {
      const [thing] = own.length > 0 ? own : asType(named, outcome.others);
      if (thing) return thing;
      if (outcome.things.length === 0 && isNullable(field)) return null;
      if (slot?.kind === 'reference') return reader.one(owner, slot);
    }
    return payloadOf(owner, named, field.name, outcome);
  }

  /** Whether a payload can say that nothing was done: it lists errors, and does not promise an object. */
  function canShow(type: GraphQLObjectType, outcome: MutationResult): boolean {
    const slots = [...model.slotsOfType(type).values()];
    const promised = slots.some(
      (slot) => !slot.leaf && slot.kind === 'reference' && !isNullable(slot.field) && isOwn(slot.target, outcome),
    );
    return !promised && slots.some((slot) => isFailureField(slot.field.name));
  }

  function isOwn(target: GraphQLCompositeType | undefined, outcome: MutationResult): boolean {
    return target !== undefined && (outcome.things.length === 0 || asType(target, outcome.things).length > 0);
  }

  /** Those of the things that can be seen as a type. */
  function asType(type: GraphQLCompositeType, things: readonly Thing[]): Thing[] {
    const families = model.familiesOf(type);
    return things.flatMap((thing) =>
      thing.family && families.includes(thing.family) ? [population.thing(thing.family, thing.index, type)] : [],
    );
  }

  function payloadOf(owner: Thing, type: GraphQLCompositeType, path: string, outcome: MutationResult): Thing | null {
    const members = model.membersOf(type).filter((member) => !isFailure(member));
    const member =
      members.find((each) =>
        [...model.slotsOfType(each).values()].some(
          (slot) => !slot.leaf && slot.target && asType(slot.target, outcome.things).length > 0,
        ),
      ) ??
      members.find(({ name }) => /Success|Payload|Result|Ok$/.test(name)) ??
      members[0];
    if (member === undefined) return null;
    const given: Record<string, () => unknown> = {};
    for (const slot of model.slotsOfType(member).values()) {
      const value = fieldOf(owner, member, slot, path, outcome);
      if (value) given[slot.field.name] = value;
    }
    return new Thing(member, { owner, path, given });
  }

  function fieldOf(
    owner: Thing,
    type: GraphQLObjectType,
    slot: FieldSlot,
    path: string,
    outcome: MutationResult,
  ): (() => unknown) | undefined {
    const { field, target } = slot;
    const { failure, things, others } = outcome;
    const isList = isListType(getNullableType(field.type));
    if (isFailureField(field.name) || (target && isFailure(target))) {
      if (slot.leaf)
        return isList
          ? () => (failure ? [failure.message] : [])
          : isNullable(field)
            ? () => failure?.message ?? null
            : undefined;
      const made = (): Thing[] => {
        const member =
          target && (model.membersOf(target).find(({ name }) => /NotFound/.test(name)) ?? model.membersOf(target)[0]);
        return failure && member ? [failureThing(member, owner, failure.message, failure.argument)] : [];
      };
      if (isList) return made;
      return isNullable(field) || failure ? () => made()[0] ?? null : undefined;
    }
    if (slot.leaf) {
      const value = leafValue(type, slot, outcome);
      return value === undefined ? undefined : () => value;
    }
    if (target === model.schema.getQueryType() && target) return () => new Thing(target);
    if (target === undefined) return undefined;
    const own = asType(target, failure ? [] : things);
    if (slot.kind === 'reference') {
      if (failure && isNullable(field)) return () => null;
      const also = asType(target, others);
      const [first] = own.length > 0 && !(also.length > 0 && isNamedAfter(field, also[0])) ? own : also;
      if (first) return () => first;
      // What the object itself refers to, such as the repository of an issue.
      const [thing] = failure ? [] : things;
      const other = thing && model.slot(thing.type, field.name);
      return thing && other?.kind === 'reference' && other.target === target
        ? () => reader.one(thing, other)
        : undefined;
    }
    if (slot.kind === 'references') {
      if (own.length === 0 && things.length > 0 && asType(target, others).length === 0) return undefined;
      const items = own.length > 0 || things.length === 0 ? own : asType(target, others);
      return () =>
        slot.page ? reads.servedList(owner, field, slot, seriesOf(items), {}, getNullableType(field.type)) : items;
    }
    // An edge, with the object in it.
    const inner =
      slot.kind === 'part'
        ? model
            .membersOf(target)
            .flatMap((member) => [...model.slotsOfType(member).values()])
            .find(
              (each) =>
                each.kind === 'reference' && !each.leaf && each.target && asType(each.target, things).length > 0,
            )
        : undefined;
    if (inner?.target && /Edge$/.test(target.name)) {
      const [node] = asType(inner.target, failure ? [] : things);
      const [member] = model.membersOf(target);
      if (node === undefined || member === undefined) return isNullable(field) ? () => null : undefined;
      return () =>
        new Thing(member, { owner, path: `${path}/${field.name}`, given: { [inner.field.name]: () => node } });
    }
    return undefined;
  }

  function isNamedAfter(field: Field, thing: Thing | undefined): boolean {
    return thing?.family !== undefined && bare(field.name) === bare(thing.family.name);
  }

  function leafOf(owner: Thing, field: Field, outcome: MutationResult, slot: FieldSlot | undefined): unknown {
    const made = leafBy(field, outcome);
    return made !== undefined && fits(field.type, made) ? made : slot ? reader.leaf(owner, slot) : null;
  }

  function leafBy(field: Field, { things }: MutationResult): unknown {
    const type: GraphQLOutputType = getNullableType(field.type);
    const ids = things.flatMap(({ family, index }) => (family ? [population.idOf(family, index)] : []));
    if (isListType(type)) return ids;
    switch (getNamedType(type).name) {
      case 'Boolean':
        return true;
      case 'Int':
        return things.length;
      default:
        return ids[0];
    }
  }

  /** The value of a leaf of a payload; undefined if nothing is known of it. */
  function leafValue(type: GraphQLObjectType, slot: FieldSlot, outcome: MutationResult): unknown {
    const { field } = slot;
    const { failure, things, echoes } = outcome;
    const word = bare(field.name);
    const list = isListType(getNullableType(field.type));
    const usable = (value: unknown): unknown => (value !== undefined && fits(field.type, value) ? value : undefined);
    if (word === 'clientmutationid') return usable(echoes.get(word) ?? null);
    if (/^(?:success|successful|succeeded|ok|isok|issuccess|done|acknowledged)$/.test(word))
      return usable(failure === undefined);
    if (/^(?:message|statusmessage)$/.test(word)) return usable(failure?.message ?? (isNullable(field) ? null : 'OK'));
    const ids = failure ? [] : things.flatMap(({ family, index }) => (family ? [population.idOf(family, index)] : []));
    if (/ids?$/.test(word) && slot.leaf?.name !== 'Boolean') {
      const about = things.some(
        ({ family }) =>
          family &&
          (word.includes(bare(family.name)) || /^(?:deleted|removed|updated|created|affected|entity)?ids?$/.test(word)),
      );
      if (about || failure) return usable(list ? ids : (ids[0] ?? (isNullable(field) ? null : undefined)));
    }
    if (/^(?:affectedrows|affected|count|\w*count|total)$/.test(word) && slot.leaf?.name === 'Int')
      return usable(ids.length);
    const [thing] = things;
    const own = thing && !failure ? model.slot(thing.type, field.name) : undefined;
    if (thing && own?.leaf && own.kind === 'value') return usable(reader.leaf(thing, own));
    return usable(echoes.get(word)) ?? (failure && isNullable(field) && type ? null : undefined);
  }

  return { answer };
}
