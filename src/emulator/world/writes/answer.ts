import { type GraphQLEnumType, type GraphQLNamedType, getNamedType, isEnumType, isObjectType } from 'graphql';
import { type Field, fieldsOf } from '../../../graphql/fields.ts';
import { flatName, idName, sameNoun } from '../model/names.ts';
import { isLink, listsFailures, type ModelField, type ObjectField } from '../model/shapes.ts';
import { EmulatedObject, type StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type Call, drawnNote, failureMember, failureObject, notFound } from '../reads/call.ts';
import type { Reads } from '../reads/reads.ts';
import { SelectedList } from '../reads/selected-list.ts';
import { isAllowed } from '../values/leaf-value.ts';
import type { Input, UnknownObject } from './inputs.ts';
import type { Plan } from './plan.ts';

/** The outcome of a mutation: its subjects, or the failure of an unknown id. */
export interface Result {
  readonly plan: Plan;
  readonly inputs: readonly Input[];
  readonly objects: readonly StoredObject[];
  readonly failure: UnknownObject | undefined;
}

/** How a field of an answer is computed; undefined if nothing says its value. */
type Compute = (() => unknown) | undefined;

/** Makes the answers of mutations, in any type of the schema, by one rule for each field. */
export class Answers {
  readonly #world: WorldParts;
  readonly #reads: Reads;

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#reads = reads;
  }

  /** @throws {GraphQLError} if the mutation failed, and the schema has no place for the failure. */
  answer(call: Call, result: Result): unknown {
    const { field, owner } = call;
    const { failure } = result;
    const { definition, leaf } = field;
    const failed = failureMember(definition);
    if (failure && failed) return failureObject(failed, failure);
    const type = getNamedType(definition.type);
    const hasPlace = isObjectType(type) ? fieldsOf(type).some(saysFailure) : saysNotFound(type);
    if (failure && !hasPlace) throw notFound(failure.message);
    if (leaf || !field.target) {
      const value = this.#leafAlone(field, result);
      if (value !== undefined) return value;
      call.say(drawnNote(call));
      return this.#world.reader.leaf(owner, field);
    }
    const compute = this.#object(call, owner, field, result);
    if (compute) return compute();
    call.say(drawnNote(call));
    if (field.isNullable) return null;
    return field.kind === 'one' || field.kind === 'part' ? this.#world.reader.one(owner, field) : [];
  }

  /** A leaf that is the whole answer: the outcome, the ids, or the number of deleted objects. */
  #leafAlone({ definition, leaf, isList }: ModelField, { plan, objects, failure }: Result): unknown {
    const ids = objects.map(({ id }) => id);
    const byType: Readonly<Record<string, unknown>> = {
      Boolean: true,
      Int: plan.does === 'delete' ? ids.length : undefined,
      ID: isList ? ids : ids[0],
    };
    const outcome = isEnumType(leaf) ? outcomeOf(leaf, failure !== undefined) : undefined;
    const value = outcome ?? byType[leaf?.name ?? ''];
    return value !== undefined && isAllowed(definition.type, value) ? value : undefined;
  }

  #field(call: Call, owner: EmulatedObject, field: ModelField, result: Result): Compute {
    const { failure } = result;
    const type = getNamedType(field.definition.type);
    if (listsFailures(field.definition))
      return () => (failure && isObjectType(type) ? [failureObject(type, failure)] : []);
    if (!field.leaf && field.target) return this.#object(call, owner, field, result);
    const value = this.#leaf(field, result);
    return value !== undefined && isAllowed(field.definition.type, value) ? () => value : undefined;
  }

  #object(call: Call, owner: EmulatedObject, field: ObjectField, result: Result): Compute {
    const { target, page, kind } = field;
    const { model } = this.#world;
    if (isObjectType(target) && target === model.schema.getQueryType()) return () => new EmulatedObject(target);
    if (model.storedOf(target).length === 0) return this.#payload(call, owner, field, result);
    const objects = this.#objects(field, result);
    if (objects === undefined) return undefined;
    const views = objects.map((each) => this.#world.view(each));
    if (kind === 'one') return () => views[0] ?? null;
    return () => (page ? this.#reads.served(owner, field, new SelectedList(views), {}) : views);
  }

  /** A payload, or an edge: the member that shows the subject, and each of its fields. */
  #payload(call: Call, owner: EmulatedObject, field: ObjectField, result: Result): Compute {
    const { model, reader } = this.#world;
    const { definition, target, isList } = field;
    const { failure, plan, objects } = result;
    const members = model.membersOf(target);
    const member = members.find((each) => model.shownTypes(each).has(plan.subject)) ?? members[0];
    const isInner = owner !== call.owner;
    const [object, ...more] = objects;
    const view = object && more.length === 0 ? this.#world.view(object) : undefined;
    const own = view && model.fields(view.type).get(definition.name);
    // The subject has a part of this name and type.
    if (isInner && own && view && own.kind === 'part' && own.target === target) return () => reader.one(view, own);
    if (member === undefined || isList) return undefined;
    if (isInner && model.shownTypes(member).size === 0) return undefined;
    if (isInner && failure) return field.isNullable ? () => null : undefined;
    const payload = new EmulatedObject(member, { owner, path: definition.name });
    const computed = Object.fromEntries(
      [...model.fields(member)].flatMap(([name, each]) => {
        const compute = this.#field(call, payload, each, result);
        return compute ? [[name, compute]] : [];
      }),
    );
    return () => new EmulatedObject(member, { owner, path: definition.name, computed, role: 'answer' });
  }

  /** The objects of a field: the subjects, those that ids of its name or type named, the singleton, or a reference of the subject. */
  #objects({ definition, target, kind, isNullable }: ObjectField, result: Result): readonly StoredObject[] | undefined {
    const { model, links } = this.#world;
    const { plan, objects, failure, inputs } = result;
    const types = model.storedOf(target);
    const noun = flatName(definition.name);
    // Another reference of the type of the subject, such as `previousOwner`, is not the subject.
    if (types.includes(plan.subject)) return failure ? (isNullable || kind === 'many' ? [] : undefined) : objects;
    const named = inputs.filter(
      (each) =>
        (each.target && model.isSame(each.target, target)) || (each.idOf?.length && sameNoun(each.idOf.join(''), noun)),
    );
    const found = named.flatMap(({ value }) => [value].flat().flatMap((id) => this.#world.find(target, id) ?? []));
    if (found.length > 0 || failure) return found.length > 0 || isNullable || kind === 'many' ? found : undefined;
    const [only] = types;
    if (only && model.isSingle(only)) return this.#world.all(only);
    const [object] = objects;
    const own = object && model.fields(plan.subject).get(definition.name);
    return isLink(own) && own.kind === 'one' && object ? links.targets(object, own) : undefined;
  }

  /** A leaf of a payload: the outcome, its message, an id or value of the subject, an input of that name, or a count. */
  #leaf({ definition, leaf, isList, isNullable }: ModelField, result: Result): unknown {
    const { plan, objects, failure, inputs } = result;
    const word = flatName(definition.name);
    if (isEnumType(leaf)) {
      const outcome = outcomeOf(leaf, failure !== undefined);
      if (outcome !== undefined) return outcome;
    }
    if (/^(?:(?:failed|error|failure)?(?:message|reason)|error)$/.test(word))
      return failure?.message ?? (isNullable ? null : 'OK');
    const ids = objects.map(({ id }) => id);
    const of = idName(definition.name)?.words.filter((each) => !/^(?:deleted|removed|affected|updated)$/.test(each));
    const isSubject = of && (of.length === 0 || flatName(plan.subject.name).endsWith(of.join('')));
    if (isSubject && leaf?.name !== 'Boolean') return isList ? ids : (ids[0] ?? (isNullable ? null : failure?.id));
    const own = objects.length === 1 && objects[0] ? this.#world.view(objects[0]) : undefined;
    const same = own && this.#world.model.fields(own.type).get(definition.name);
    if (own && same?.kind === 'value' && !failure) return this.#world.reader.leaf(own, same);
    if (leaf?.name === 'Boolean' && /^(?:is|was)?(?:success\w*|ok|done|deleted|removed|updated)$/.test(word))
      return !failure;
    if (leaf?.name === 'Int' && /^(?:deleted|affected|updated|removed|changed|succeeded)?(?:count)?$/.test(word))
      return ids.length;
    const given = inputs.find(({ name }) => flatName(name) === word);
    return failure ? (isNullable ? null : undefined) : given?.value;
  }
}

/** The value of an enum for an outcome: `SUCCESS`, or `NOT_FOUND`. */
function outcomeOf(leaf: GraphQLEnumType, isFailed: boolean): unknown {
  const words = isFailed ? /NOT_?FOUND|^UNKNOWN/i : /^(?:SUCCESS|SUCCEEDED|OK|DONE)$/i;
  return leaf.getValues().find(({ name }) => words.test(name))?.value;
}

/** Whether a field of a payload can say that an id is unknown. */
function saysFailure(field: Field): boolean {
  return listsFailures(field) || saysNotFound(getNamedType(field.type));
}

function saysNotFound(type: GraphQLNamedType): boolean {
  return isEnumType(type) && outcomeOf(type, true) !== undefined;
}
