import { type GraphQLCompositeType, getNamedType, isObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { type Call, notFound } from '../reads/call.ts';
import { asText } from '../reads/operators.ts';
import type { Reads } from '../reads/reads.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isoOf, worldTime } from '../values/moments.ts';
import { Answers } from './answer.ts';
import { AnswerField } from './answer-field.ts';
import type { MutationResult } from './answer-leaf.ts';
import { entriesOf, type InputEntry } from './entries.ts';
import { type InputTree, leavesOf, readInputs } from './inputs.ts';
import { type FieldPlace, fieldPlaceOf } from './place.ts';
import { type Plan, readPlan } from './plan.ts';
import { UnknownObject } from './unknown-object.ts';
import { Writer } from './writer.ts';

/** The mutations of a schema. */
export class Mutations {
  readonly #world: WorldParts;
  readonly #answers: Answers;
  /** The objects that the last mutation made, with the references that were drawn for them. */
  #made: ReadonlyMap<StoredObject, ReadonlySet<string>> = new Map();

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#answers = new Answers(world, reads);
  }

  /** The kind of a field of an operation, by where it stands alone. */
  placeOf({ info, owner, type, definition }: Call): FieldPlace {
    const { model } = this.#world;
    const isBelowRoot = owner.role === 'namespace' || type === model.schema.getMutationType();
    return info.operation.operation === 'mutation' && isBelowRoot ? fieldPlaceOf(model, type, definition) : 'read';
  }

  /** Whether nothing says what a field of an object is that the mutation made. */
  isDrawn({ owner, type, definition, info }: Call): boolean {
    const { model, reader, storyOf } = this.#world;
    const [{ stored }, field] = [owner, model.field(type, definition.name)];
    const drawn = stored && info.operation.operation === 'mutation' ? this.#made.get(stored) : undefined;
    if (!stored || !drawn || !field) return false;
    const isDecided = field.kind !== 'value' || storyOf(stored.family)?.statesOf(field).length;
    return drawn.has(field.key) || (!isDecided && reader.known(owner, field) === undefined);
  }

  /** The object that holds the mutations of a namespace: `team { … }`, or `device(id:) { … }`. */
  namespace(call: Call): EmulatedObject | null {
    const { model } = this.#world;
    const { definition, owner } = call;
    const type = getNamedType(definition.type);
    if (!isObjectType(type)) return null;
    const [only] = model.isSingle(type) ? this.#world.all(type) : [];
    if (only) return new EmulatedObject(type, { stored: only, role: 'namespace' });
    let holder = owner;
    for (const [name, id] of Object.entries(call.args)) {
      if (id === null || id === undefined) continue;
      const words = idName(name)?.words ?? [];
      const named = model.named(words.length > 0 ? words : wordsOf(definition.name));
      const object = named && this.#world.find(named, id);
      if (object) holder = this.#world.view(object, named);
      else if (isNullable(definition)) return null;
      else throw notFound(`The emulator has no object with the ${name} "${asText(id)}".`);
    }
    return new EmulatedObject(type, { owner: holder, path: definition.name, role: 'namespace' });
  }

  /** Does what a mutation says, and answers it. One that changes nothing, and says no failure, is noted. */
  run(call: Call): unknown {
    const { store } = this.#world;
    const inputs = readInputs(this.#world, call.definition.args, call.args);
    const field = this.#world.model.field(call.type, call.definition.name);
    if (field === undefined) return null;
    const answer = new AnswerField(this.#world.model, field, true);
    const plan = readPlan(this.#world, call, answer, inputs);
    const done = this.#attempt(call, plan, answer, inputs);
    if (done.outcome === 'unchanged')
      call.say(
        `The mutation \`${call.type.name}.${call.definition.name}\` is answered, and changed nothing. If it should, add a resolver for it.`,
      );
    return this.#answers.answer(call, answer, { ...done, plan, now: isoOf(worldTime + store.clock * 1000) });
  }

  #attempt(
    call: Call,
    plan: Plan,
    answer: AnswerField,
    inputs: readonly InputTree[],
  ): Omit<MutationResult, 'plan' | 'now'> {
    const { model, store } = this.#world;
    const { changes, common, echoes } = entriesOf(model, inputs, plan);
    const filters = leavesOf(inputs).filter(({ isFilter, value }) => isFilter && value !== undefined);
    for (const { path } of filters) call.note(path);
    const own = filters.length > 0 ? [] : changes;
    const writer = new Writer(this.#world, call, plan);
    this.#made = writer.changes.made;
    try {
      const { result, hasChanged } = store.transaction((touched) => {
        const all = own.flatMap((each) => this.#perform(writer, call, plan, [each, common]));
        const failure = all.find((each) => each instanceof UnknownObject);
        // One unknown id undoes what does not answer each of several.
        if (failure && !answer.saysEachFailure) throw failure;
        for (const [object, was] of touched) if (was) writer.changes.touch(object);
        return { result: [...new Set(all)], hasChanged: touched.size > 0 };
      });
      const failures = result.filter((each) => each instanceof UnknownObject);
      const objects = result.flatMap((each) => (each instanceof UnknownObject ? [] : each));
      const isFailed = objects.length === 0 && failures.length > 0;
      return { objects, failures, outcome: isFailed ? 'unknown' : hasChanged ? 'done' : 'unchanged', echoes };
    } catch (error) {
      if (!(error instanceof UnknownObject)) throw error;
      return { objects: [], failures: [error], outcome: 'unknown', echoes };
    }
  }

  /** Makes one change, of inputs of its own and those that hold for each: the objects that it is about, and ids that nothing has. */
  #perform(
    writer: Writer,
    { owner }: Call,
    plan: Plan,
    inputs: readonly (readonly InputEntry[])[],
  ): readonly (StoredObject | UnknownObject)[] {
    const { model } = this.#world;
    const { subject, does } = plan;
    const [family] = subject ? model.familiesOf(subject) : [];
    if (!subject || !family || (family.isSingle && does === 'create')) return [];
    if (does === 'create') return [writer.create(family, inputs.flat())];
    const ids = inputs.map((each) => this.#idsIn(subject, plan, each)).find(({ length }) => length > 0) ?? [];
    const asked = ids.flatMap(({ key, value }) =>
      [value].flat().map((id: unknown) => this.#world.find(subject, id) ?? new UnknownObject(key, id)),
    );
    const known = asked.flatMap((each) => (each instanceof UnknownObject ? [] : each));
    const found = ids.length > 0 ? known : this.#around(owner, subject);
    if (does === 'upsert' && found.length === 0 && !family.isSingle) return [writer.create(family, inputs.flat())];
    const writes = inputs.flat().filter((entry) => !ids.includes(entry));
    for (const object of found) writer.change(object, model.families.get(object.family) ?? family, writes);
    return ids.length > 0 ? asked : found;
  }

  /** The ids of the subject: those that are called so, or else the first that finds one. */
  #idsIn(subject: GraphQLCompositeType, { ownsId }: Plan, entries: readonly InputEntry[]): readonly InputEntry[] {
    const { model } = this.#world;
    const names = model.familiesOf(subject).map(({ identity }) => flatName(identity?.name ?? ''));
    const own = entries.filter(({ key, value, idOf }) => {
      const type = idOf && model.namedExactly(idOf);
      const isNamed = (type && model.isSameFamily(type, subject)) || names.includes(flatName(key));
      return value !== null && !isRecord(value) && (idOf?.length === 0 ? ownsId : isNamed);
    });
    const first = entries.find(({ value, idOf }) => idOf && this.#world.find(subject, [value].flat()[0]));
    return own.length > 0 || !first ? own : [first];
  }

  /** The object that the mutation stands below, or the only one of its type. */
  #around({ holder }: EmulatedObject, subject: GraphQLCompositeType): readonly StoredObject[] {
    const { model } = this.#world;
    const families = model.familiesOf(subject);
    if (holder && families.some(({ name }) => name === holder.family)) return [holder];
    return families.some(({ isSingle }) => isSingle) ? this.#world.all(subject).slice(0, 1) : [];
  }
}
