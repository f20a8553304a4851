import { type GraphQLCompositeType, getNamedType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import { fieldsOf } from '../../../graphql/fields.ts';
import type { Family } from '../model/model-field.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { Call } from '../reads/call.ts';
import { notFound } from '../reads/errors.ts';
import type { FailedChange } from '../reads/failure-object.ts';
import { asText } from '../reads/operators.ts';
import type { Reads } from '../reads/reads.ts';
import { EmulatedObject, holderOf, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isoOf, worldTime } from '../values/moments.ts';
import { Actions, type Asked } from './actions.ts';
import { readIntent } from './intent.ts';
import { type AskedChange, readMutationArguments } from './mutation-arguments.ts';
import type { MutationResult } from './mutation-result.ts';
import { Payloads } from './payload.ts';
import { createPlaces, type FieldPlace } from './place.ts';
import { UnknownObject } from './unknown-object.ts';

/** The mutations of a schema. */
export class Mutations {
  readonly #parts: WorldParts;
  readonly #reads: Reads;
  readonly #payloads: Payloads;
  readonly #placeOf: ReturnType<typeof createPlaces>;

  constructor(parts: WorldParts, reads: Reads) {
    this.#parts = parts;
    this.#reads = reads;
    this.#payloads = new Payloads({ ...parts, reads });
    this.#placeOf = createPlaces(parts.model);
  }

  /** The kind of a field of an operation, by where it stands alone. */
  placeOf({ info, owner, type, definition }: Call): FieldPlace {
    if (info.operation.operation !== 'mutation') return 'read';
    const isBelowRoot = owner.isNamespace || type === this.#parts.model.schema.getMutationType();
    return isBelowRoot ? this.#placeOf(type, definition) : 'read';
  }

  /** The object that holds the mutations of a namespace: `team { … }`, or `device(id:) { … }`. */
  namespace(call: Call): EmulatedObject | null {
    const { model, population } = this.#parts;
    const { definition, owner } = call;
    const type = getNamedType(definition.type);
    if (!isObjectType(type)) return null;
    if (model.isSingle(type)) {
      const read = this.#reads.read(call);
      const { stored, owner: above, path } = read instanceof EmulatedObject ? read : {};
      return path === undefined ? null : new EmulatedObject(type, { stored, owner: above, path, isNamespace: true });
    }
    let holder = owner;
    for (const [name, id] of Object.entries(call.args)) {
      if (id === null || id === undefined) continue;
      const words = idName(name)?.words ?? [];
      const named = model.named(words.length > 0 ? words : wordsOf(definition.name));
      const object = named && population.find(named, id);
      if (object) holder = object;
      else if (isNullable(definition)) return null;
      else throw notFound(`The emulator has no object with the ${name} "${asText(id)}".`);
    }
    return new EmulatedObject(type, { owner: holder, path: definition.name, isNamespace: true });
  }

  /** Does what a mutation says, and answers it. One that changes nothing, and says no failure, is noted. */
  run(call: Call): unknown {
    const { model } = this.#parts;
    const intent = readIntent(model, call.type, call.definition);
    const families = intent.subject ? model.familiesOf(intent.subject) : [];
    const read = readMutationArguments(this.#parts, call, intent, families);
    const done = this.#attempt(
      read.changes.map((change) => ({ call, intent, change })),
      families,
    );
    if (done.outcome === 'unchanged')
      call.say(
        `The mutation \`${call.type.name}.${call.definition.name}\` is answered, and changed nothing. If it should, add a resolver for it.`,
      );
    return this.#payloads.answer(call, {
      ...done,
      echoes: read.echoes,
      intent,
      now: isoOf(worldTime + this.#parts.store.clock * 1000),
    });
  }

  #attempt(
    asked: readonly Asked[],
    [family]: readonly Family[],
  ): Pick<MutationResult, 'objects' | 'others' | 'failures' | 'outcome'> {
    const actions = new Actions(this.#parts);
    try {
      const { result, changed } = this.#parts.store.transaction(() =>
        asked.map((each) => this.#perform(actions, each, family)),
      );
      const objects = [...new Set(result.flatMap((each) => each.objects))];
      const failures = result.flatMap((each) => each.failures);
      const isFailed = objects.length === 0 && failures.length > 0;
      const outcome = isFailed ? 'unknown' : changed.size > 0 ? 'done' : 'unchanged';
      return { objects, others: [...actions.named], failures, outcome };
    } catch (error) {
      if (error instanceof UnknownObject) return { objects: [], others: [], failures: [error], outcome: 'unknown' };
      throw error;
    }
  }

  #perform(actions: Actions, asked: Asked, family: Family | undefined): Subjects {
    const { call, change } = asked;
    const { subject, action } = asked.intent;
    if (subject === undefined || family === undefined) return { objects: [], failures: [] };
    const [id] = change.ids;
    const existing = action === 'upsert' && id ? this.#parts.population.find(subject, id.value)?.stored : undefined;
    const isSingle = family.types.some((type) => this.#parts.model.isSingle(type));
    if (!isSingle && (action === 'create' || (action === 'upsert' && !existing)))
      return { objects: [actions.create(asked, family)], failures: [] };
    if (isSingle && action === 'create') return { objects: [], failures: [] };
    const found = existing
      ? { objects: [existing], failures: [] }
      : findSubjects(this.#parts, call, subject, change, this.#payloads.listsFailures(call));
    actions.run(asked, found.objects);
    return found;
  }
}

/** The objects that a mutation is about. */
interface Subjects {
  readonly objects: readonly StoredObject[];
  /** The ids that nothing was found for, if the payload has a place for them. */
  readonly failures: readonly FailedChange[];
}

/**
 * Finds the objects that the arguments of a mutation name: by ids, or by where the mutation stands.
 *
 * @param listsFailures - Whether the payload lists what failed, so that the others of several are still changed.
 * @throws {UnknownObject} if no object has an id, and the payload has no place for it.
 */
function findSubjects(
  parts: WorldParts,
  call: Call,
  subject: GraphQLCompositeType,
  { ids, isOneOfMany }: AskedChange,
  listsFailures: boolean,
): Subjects {
  if (ids.length === 0) return { objects: around(parts, call, subject), failures: [] };
  const objects = new Set<StoredObject>();
  const failures: FailedChange[] = [];
  for (const { key, value } of ids)
    for (const id of [value].flat()) {
      const found = parts.population.find(subject, id)?.stored;
      const unknown = new UnknownObject(key, id);
      if (found) objects.add(found);
      else if (listsFailures && (isOneOfMany || Array.isArray(value))) failures.push(unknown);
      else throw unknown;
    }
  return { objects: [...objects], failures };
}

/** The object that the mutation stands below, or the only one of its type. */
function around({ model, population }: WorldParts, call: Call, subject: GraphQLCompositeType) {
  const families = model.familiesOf(subject);
  const holder = holderOf(call.owner);
  if (holder && families.some(({ name }) => name === holder.family)) return [holder];
  const isSingle = families.some(({ types }) => types.some((type) => model.isSingle(type)));
  // `updateActiveUser` changes what the query `activeUser` gives.
  const words = flatName(call.definition.name);
  const isGiven = fieldsOf(model.schema.getQueryType() ?? undefined).some(
    ({ name, args, type }) =>
      args.length === 0 &&
      getNamedType(type) === subject &&
      flatName(name) !== flatName(subject.name) &&
      words.includes(flatName(name)),
  );
  return isSingle || isGiven ? population.all(subject).slice(0, 1) : [];
}
