import { type GraphQLCompositeType, getNamedType, isObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words-of.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { type Call, notFound } from '../reads/call.ts';
import { asText } from '../reads/operators.ts';
import type { Reads } from '../reads/reads.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isoOf, worldTime } from '../values/moments.ts';
import { type InputEntry, readInputs } from './inputs.ts';
import { Payloads } from './payload.ts';
import type { MutationResult } from './payload-leaf.ts';
import { type FieldPlace, fieldPlaceOf } from './place.ts';
import { type Plan, readPlan } from './plan.ts';
import { UnknownObject } from './unknown-object.ts';
import { Writer } from './writer.ts';

/** The mutations of a schema. */
export class Mutations {
  readonly #world: WorldParts;
  readonly #payloads: Payloads;

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#payloads = new Payloads(world, reads);
  }

  /** The kind of a field of an operation, by where it stands alone. */
  placeOf({ info, owner, type, definition }: Call): FieldPlace {
    const { model } = this.#world;
    const isBelowRoot = owner.role === 'namespace' || type === model.schema.getMutationType();
    return info.operation.operation === 'mutation' && isBelowRoot ? fieldPlaceOf(model, type, definition) : 'read';
  }

  /** The object that holds the mutations of a namespace: `team { … }`, or `device(id:) { … }`. */
  namespace(call: Call): EmulatedObject | null {
    const { model, population } = this.#world;
    const { definition, owner } = call;
    const type = getNamedType(definition.type);
    if (!isObjectType(type)) return null;
    const [only] = model.isSingle(type) ? population.all(type) : [];
    if (only) return new EmulatedObject(type, { stored: only, role: 'namespace' });
    let holder = owner;
    for (const [name, id] of Object.entries(call.args)) {
      if (id === null || id === undefined) continue;
      const words = idName(name)?.words ?? [];
      const named = model.named(words.length > 0 ? words : wordsOf(definition.name));
      const object = named && population.find(named, id);
      if (object) holder = population.view(object, named);
      else if (isNullable(definition)) return null;
      else throw notFound(`The emulator has no object with the ${name} "${asText(id)}".`);
    }
    return new EmulatedObject(type, { owner: holder, path: definition.name, role: 'namespace' });
  }

  /** Does what a mutation says, and answers it. One that changes nothing, and says no failure, is noted. */
  run(call: Call): unknown {
    const { model, store } = this.#world;
    const plan = readPlan(model, call.type, call.definition);
    const { echoes, ...done } = this.#attempt(call, plan);
    if (done.outcome === 'unchanged')
      call.say(
        `The mutation \`${call.type.name}.${call.definition.name}\` is answered, and changed nothing. If it should, add a resolver for it.`,
      );
    return this.#payloads.answer(call, { ...done, echoes, plan, now: isoOf(worldTime + store.clock * 1000) });
  }

  #attempt(call: Call, plan: Plan): Omit<MutationResult, 'plan' | 'now'> {
    const { model, store } = this.#world;
    const { changes, common, isMany, echoes } = readInputs(model, call, plan);
    const writer = new Writer(this.#world, call, plan);
    try {
      const { result, hasChanged } = store.transaction((touched) => {
        const all = changes.map((own) => this.#perform(writer, call, plan, [own, common], isMany));
        const [failure] = all.flatMap(({ failures }) => failures);
        // One unknown id undoes what does not answer each of several.
        if (failure && !this.#payloads.answersEach(call)) throw failure;
        for (const [object, was] of touched) if (was) writer.changes.touch(object);
        return all;
      });
      const objects = [...new Set(result.flatMap((each) => each.objects))];
      const failures = result.flatMap((each) => each.failures);
      const isFailed = objects.length === 0 && failures.length > 0;
      const outcome = isFailed ? 'unknown' : hasChanged ? 'done' : 'unchanged';
      return { objects, failures, outcome, echoes };
    } catch (error) {
      if (!(error instanceof UnknownObject)) throw error;
      return { objects: [], failures: [error], outcome: 'unknown', echoes };
    }
  }

  /** Makes one change, of inputs of its own and those that hold for each. @throws {UnknownObject} if one id alone is unknown. */
  #perform(
    writer: Writer,
    { owner }: Call,
    { subject, does, ownsId }: Plan,
    inputs: readonly (readonly InputEntry[])[],
    isMany: boolean,
  ): Subjects {
    const { model, population } = this.#world;
    const [family] = subject ? model.familiesOf(subject) : [];
    const nothing = { objects: [], failures: [] };
    if (!subject || !family || (family.isSingle && does === 'create')) return nothing;
    const made = (): Subjects => ({ ...nothing, objects: [writer.create(family, inputs.flat())] });
    if (does === 'create') return made();
    const ids = inputs.map((each) => this.#idsIn(subject, ownsId, each)).find(({ length }) => length > 0) ?? [];
    const asked = ids.flatMap(({ key, value }) =>
      [value]
        .flat()
        .map((id: unknown) => ({ key, id, found: population.find(subject, id), isOne: !Array.isArray(value) })),
    );
    const missing = asked.filter(({ found }) => !found);
    const objects = ids.length > 0 ? new Set(asked.flatMap(({ found }) => found ?? [])) : this.#around(owner, subject);
    if (does === 'upsert' && [...objects].length === 0 && !family.isSingle) return made();
    const failures = missing.map(({ key, id }) => new UnknownObject(key, id));
    if (failures[0] && !isMany && missing[0]?.isOne) throw failures[0];
    const writes = inputs.flat().filter((entry) => !ids.includes(entry));
    for (const object of objects) {
      const own = model.families.get(object.family) ?? family;
      writer[does === 'delete' ? 'delete' : 'change'](object, own, writes);
    }
    return { objects: [...objects], failures };
  }

  /** The ids of the subject: those that are called so, or else the first that finds one. */
  #idsIn(subject: GraphQLCompositeType, ownsId: boolean, entries: readonly InputEntry[]): readonly InputEntry[] {
    const { model, population } = this.#world;
    const names = model.familiesOf(subject).map(({ identity }) => flatName(identity?.name ?? ''));
    const own = entries.filter(({ key, value }) => {
      const words = idName(key)?.words;
      const type = words && model.namedExactly(words);
      const isNamed = (type && model.isSameFamily(type, subject)) || names.includes(flatName(key));
      return value !== null && !isRecord(value) && (words?.length === 0 ? ownsId : isNamed);
    });
    const first = entries.find(({ key, value }) => idName(key) && population.find(subject, [value].flat()[0]));
    return own.length > 0 || !first ? own : [first];
  }

  /** The object that the mutation stands below, or the only one of its type. */
  #around({ holder }: EmulatedObject, subject: GraphQLCompositeType): readonly StoredObject[] {
    const { model, population } = this.#world;
    const families = model.familiesOf(subject);
    if (holder && families.some(({ name }) => name === holder.family)) return [holder];
    return families.some(({ isSingle }) => isSingle) ? population.all(subject).slice(0, 1) : [];
  }
}

/** The objects that a change is about, and the ids that nothing has. */
interface Subjects {
  readonly objects: readonly StoredObject[];
  readonly failures: readonly UnknownObject[];
}
