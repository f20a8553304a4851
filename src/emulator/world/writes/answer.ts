import { type GraphQLCompositeType, isEnumType, isObjectType } from 'graphql';
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
import type { AnswerField } from './answer-field.ts';
import { answerLeaf, type MutationResult } from './answer-leaf.ts';

type Thunk = (() => unknown) | undefined;

/** Where an answer, or a part of it, stands. */
interface Place {
  readonly owner: EmulatedObject;
  readonly path: string;
}

/** Makes the answers of mutations, in whatever type the schema has for them, by one rule for each field. */
export class Answers {
  readonly #world: WorldParts;
  readonly #reads: Reads;

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#reads = reads;
  }

  /** The answer; an error if the schema has no place for the failure. */
  answer(call: Call, answer: AnswerField, result: MutationResult): unknown {
    const { owner, type, definition } = call;
    const { leaf, target, kind } = answer.field;
    const [failure] = result.outcome === 'unknown' ? result.failures : [];
    if (failure && !answer.saysFailure) throw notFound(failure.message);
    const known = this.#value({ owner, path: definition.name }, answer, result);
    if (known) return known();
    if (result.outcome !== 'unchanged') call.say(drawnNote(type.name, definition.name));
    if (leaf) return this.#world.reader.leaf(owner, answer.field);
    return kind === 'references' || target === undefined ? [] : this.#world.reader.one(owner, answer.field);
  }

  /** The value of an answer or of a field in it, by what the mutation did; undefined if nothing is known of it. */
  #value(place: Place, answer: AnswerField, result: MutationResult): Thunk {
    const { field, payload, isList, isAnswer } = answer;
    const { definition, leaf, target, kind } = field;
    const { model } = this.#world;
    if (answer.isFailure) return this.#failures(place, answer, result);
    if (leaf) {
      const value = answerLeaf(this.#world, answer, result);
      return value !== undefined && isAllowed(definition.type, value) ? () => value : undefined;
    }
    if (target === undefined) return undefined;
    if (target === model.schema.getQueryType()) return () => new EmulatedObject(target);
    const [failure] = result.outcome === 'unknown' ? result.failures : [];
    const failed = failure && !isList ? failureMember(model, definition) : undefined;
    if (failure && failed) return () => failureObject(failed, place.owner, failure);
    const part = /^part/.test(kind) && !field.page ? this.#has(field, result) : undefined;
    if (part) return part;
    if (!payload) return this.#objects(place, answer, target, result);
    if (!isAnswer && !answer.saysFailure && !this.#shows(answer.fields, result))
      return failure && isNullable(definition) ? () => null : undefined;
    if (!isList) return () => this.#payload(place, answer, result);
    // One item for each object that was asked for, with what became of it.
    const failures = answer.saysFailure ? result.failures : [];
    const each: readonly MutationResult[] = [
      ...result.objects.map((object) => ({ ...result, objects: [object], failures: [] })),
      ...failures.map((one) => ({ ...result, objects: [], failures: [one], outcome: 'unknown' as const })),
    ];
    return () => each.map((one, at) => this.#payload({ ...place, path: `${place.path}[${at}]` }, answer, one));
  }

  /** The payload: the member that shows the objects, or else is called like a success. */
  #payload({ owner, path }: Place, { members }: AnswerField, result: MutationResult): EmulatedObject | null {
    const member =
      members.find(({ fields }) => this.#shows(fields, result)) ??
      members.find(({ type }) => /Success|Payload|Result|Ok$/.test(type.name)) ??
      members[0];
    if (member === undefined) return null;
    const values = member.fields.map((answer) => {
      const { name } = answer.field.definition;
      return [name, this.#value({ owner, path: `${path}/${name}` }, answer, result)] as const;
    });
    const computed = Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, value]] : [])));
    const role = result.outcome === 'unchanged' ? undefined : 'answer';
    return new EmulatedObject(member.type, { owner, path, computed, role });
  }

  /** Those of the objects that can be seen as a type. */
  #views(type: GraphQLCompositeType, objects: readonly StoredObject[]): readonly EmulatedObject[] {
    const { model } = this.#world;
    const families = model.familiesOf(type).map(({ name }) => name);
    return objects.filter(({ family }) => families.includes(family)).map((object) => this.#world.view(object, type));
  }

  /** The objects that ids of the name of a field named. */
  #named({ definition, target }: ModelField, { echoes }: MutationResult): readonly StoredObject[] {
    const nouns = target ? singulars(flatName(definition.name)) : [];
    const asked = nouns.flatMap((noun) => [echoes.get(`${noun}id`), echoes.get(`${noun}ids`)].flat());
    return [...new Set(asked.flatMap((id) => (target && this.#world.find(target, id)) ?? []))];
  }

  /** Whether a payload shows the subjects, or what ids named, in a field of its own. */
  #shows(fields: readonly AnswerField[], result: MutationResult): boolean {
    return fields.some(({ field }) => {
      const { leaf, target } = field;
      return !leaf && target && this.#views(target, [...result.objects, ...this.#named(field, result)]).length > 0;
    });
  }

  /** The field of this name that the only subject has, or its only part of that type. */
  #has({ definition, kind, target }: ModelField, { objects: [object, ...more] }: MutationResult) {
    const { model, reader } = this.#world;
    const view = object && more.length === 0 ? this.#world.view(object) : undefined;
    const like = view
      ? model.objectFieldsOf(view.type).filter((each) => each.kind === kind && each.target === target)
      : [];
    const only = /^part/.test(kind) && like.length === 1 ? like[0] : undefined;
    const own = like.find((each) => each.definition.name === definition.name) ?? only;
    return view && own && (() => (kind.endsWith('s') ? (reader.many(view, own) ?? []) : reader.one(view, own)));
  }

  /** The object or the list: what ids of this name named, what the subject has of this name, the subjects, or the only one. */
  #objects({ owner }: Place, { field }: AnswerField, target: GraphQLCompositeType, result: MutationResult): Thunk {
    const { model } = this.#world;
    const { definition, kind, page } = field;
    const named = this.#named(field, result);
    const isOnly = isObjectType(target) && model.isSingle(target);
    const own = this.#views(target, named.length > 0 ? named : isOnly ? this.#world.all(target) : result.objects);
    const has = named.length === 0 ? this.#has(field, result) : undefined;
    const isKnown = has !== undefined || own.length > 0;
    if (kind === 'references') {
      if (!isKnown && result.objects.length > 0) return undefined;
      const items = () => [has?.() ?? own].flat();
      return () => (page ? this.#reads.served({ owner, definition }, field, new SelectedList(items()), {}) : items());
    }
    if (isKnown) return has ?? (() => own[0]);
    return result.failures.length > 0 && isNullable(definition) ? () => null : undefined;
  }

  /** The failures, and only those. */
  #failures({ owner }: Place, { field, isList }: AnswerField, { failures }: MutationResult): Thunk {
    const { definition, leaf, target } = field;
    const { model } = this.#world;
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
