import { type GraphQLCompositeType, getNamedType, getNullableType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import { fieldsOf } from '../../../graphql/fields.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { type Call, notFound } from '../reads/call.ts';
import type { FailedChange } from '../reads/failure-object.ts';
import { asText } from '../reads/operators.ts';
import type { Reads } from '../reads/reads.ts';
import { EmulatedObject, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isoOf, worldTime } from '../values/moments.ts';
import { Actions } from './actions.ts';
import { type Intent, readIntent } from './intent.ts';
import { type AskedChange, readMutationArguments } from './mutation-arguments.ts';
import { Payloads } from './payload.ts';
import type { MutationResult } from './payload-field.ts';
import { type FieldPlace, fieldPlaceOf } from './place.ts';
import { UnknownObject } from './writer.ts';

/** The objects that a mutation is about, and the ids that nothing was found for, if the payload has a place for them. */
interface Subjects {
  readonly objects: readonly StoredObject[];
  readonly failures: readonly FailedChange[];
}

/** The mutations of a schema. */
export class Mutations {
  readonly #world: WorldParts;
  readonly #reads: Reads;
  readonly #payloads: Payloads;

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#reads = reads;
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
    if (model.isSingle(type)) {
      const read = this.#reads.read(call);
      return read instanceof EmulatedObject ? new EmulatedObject(type, { ...read, role: 'namespace' }) : null;
    }
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
    const intent = readIntent(model, call.type, call.definition);
    const { changes, echoes } = readMutationArguments(this.#world, call, intent);
    const done = this.#attempt(call, intent, changes);
    if (done.outcome === 'unchanged')
      call.say(
        `The mutation \`${call.type.name}.${call.definition.name}\` is answered, and changed nothing. If it should, add a resolver for it.`,
      );
    return this.#payloads.answer(call, { ...done, echoes, intent, now: isoOf(worldTime + store.clock * 1000) });
  }

  #attempt(
    call: Call,
    intent: Intent,
    asked: readonly AskedChange[],
  ): Pick<MutationResult, 'objects' | 'others' | 'failures' | 'outcome'> {
    const actions = new Actions(this.#world, call, intent);
    try {
      const { result, hasChanged } = this.#world.store.transaction((touched) => {
        const subjects = asked.map((change) => this.#perform(actions, call, intent, change));
        actions.touch([...touched].flatMap(([object, was]) => (was ? object : [])));
        return subjects;
      });
      const objects = [...new Set(result.flatMap((each) => each.objects))];
      const failures = result.flatMap((each) => each.failures);
      const isFailed = objects.length === 0 && failures.length > 0;
      const outcome = isFailed ? 'unknown' : hasChanged ? 'done' : 'unchanged';
      return { objects, others: [...actions.named], failures, outcome };
    } catch (error) {
      if (error instanceof UnknownObject) return { objects: [], others: [], failures: [error], outcome: 'unknown' };
      throw error;
    }
  }

  #perform(actions: Actions, call: Call, { subject, kind }: Intent, change: AskedChange): Subjects {
    const { model, population } = this.#world;
    const [family] = subject ? model.familiesOf(subject) : [];
    if (!subject || !family || (family.isSingle && kind === 'create')) return { objects: [], failures: [] };
    const [id] = change.ids;
    const isThere = id !== undefined && population.find(subject, id.value) !== undefined;
    if (kind === 'create' || (kind === 'upsert' && !family.isSingle && !isThere))
      return { objects: [actions.create(family, change)], failures: [] };
    const found = this.#find(call, subject, change);
    for (const object of found.objects) {
      const own = model.families.get(object.family);
      if (own) actions.run(object, own, change);
    }
    return found;
  }

  /** Finds the objects that the arguments name. @throws {UnknownObject} if none has an id, and the payload has no place for it. */
  #find(call: Call, subject: GraphQLCompositeType, { ids, isOneOfMany }: AskedChange): Subjects {
    if (ids.length === 0) return { objects: this.#around(call, subject), failures: [] };
    const objects = new Set<StoredObject>();
    const failures: FailedChange[] = [];
    for (const { key, value } of ids)
      for (const id of [value].flat()) {
        const found = this.#world.population.find(subject, id);
        const isOne = isOneOfMany || Array.isArray(value);
        if (found) objects.add(found);
        else if (isOne && this.#payloads.listsFailures(call)) failures.push(new UnknownObject(key, id));
        else throw new UnknownObject(key, id);
      }
    return { objects: [...objects], failures };
  }

  /** The object that the mutation stands below, or the only one of its type, or that a query gives without arguments. */
  #around({ owner: { holder }, definition }: Call, subject: GraphQLCompositeType): readonly StoredObject[] {
    const { model, population } = this.#world;
    const families = model.familiesOf(subject);
    if (holder && families.some(({ name }) => name === holder.family)) return [holder];
    // `updateActiveUser` changes what the query `activeUser` gives.
    const words = flatName(definition.name);
    const isGiven = fieldsOf(model.schema.getQueryType() ?? undefined).some(({ name, args, type }) => {
      const word = flatName(name);
      const isOne = args.length === 0 && getNullableType(type) === subject;
      return isOne && word !== flatName(subject.name) && words.includes(word);
    });
    return isGiven || families.some(({ isSingle }) => isSingle) ? population.all(subject).slice(0, 1) : [];
  }
}
