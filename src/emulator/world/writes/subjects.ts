import type { GraphQLCompositeType } from 'graphql';
import type { Model } from '../model/model.ts';
import { idName } from '../model/names.ts';
import type { Call } from '../reads/call.ts';
import type { FailedChange } from '../reads/failure-object.ts';
import type { FilterOf } from '../reads/predicate.ts';
import { holderOf, type StoredObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { ArgumentEntry, MutationArguments } from './mutation-arguments.ts';
import { UnknownObject } from './unknown-object.ts';

/** The objects that a mutation is about. */
export interface Subjects {
  readonly objects: readonly StoredObject[];
  /** What nothing was found for, if the payload has a place for it. */
  readonly failures: readonly FailedChange[];
}

interface Parts {
  readonly model: Model;
  readonly population: Population;
  readonly filterOf: FilterOf;
}

/** Finds the objects that the arguments of a mutation name: by ids, by a filter, or by where the mutation stands. */
export class SubjectFinder {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The objects that the mutation is about.
   *
   * @param listsFailures - Whether the payload lists what failed, so that the others of several are still changed.
   * @throws {UnknownObject} if no object has an id, and the payload has no place for it.
   */
  find(call: Call, subject: GraphQLCompositeType, read: MutationArguments, listsFailures: boolean): Subjects {
    const objects: StoredObject[] = [];
    const failures: FailedChange[] = [];
    const add = ({ key }: ArgumentEntry, id: unknown, isOneOfMany: boolean): void => {
      const found = this.#parts.population.find(subject, id)?.stored;
      if (found) objects.push(found);
      else {
        const unknown = new UnknownObject(key, id);
        if (!isOneOfMany || !listsFailures) throw unknown;
        failures.push({ message: unknown.message, argument: key, id });
      }
    };
    for (const entry of read.ids) for (const id of [entry.value].flat()) add(entry, id, Array.isArray(entry.value));
    for (const each of read.many) {
      const id = this.#idIn(subject, each);
      if (id) add(id, id.value, true);
    }
    if (read.ids.length > 0 || objects.length > 0 || failures.length > 0) return { objects: unique(objects), failures };
    return { objects: read.where ? this.#filtered(call, subject, read.where) : this.#around(call, subject), failures };
  }

  /** The one object that an upsert finds; undefined if there is none yet. */
  existing(call: Call, subject: GraphQLCompositeType, read: MutationArguments): StoredObject | undefined {
    const ids = read.ids.map(({ value }) => this.#parts.population.find(subject, value)?.stored);
    const [found] = ids.filter((object) => object !== undefined);
    return found ?? (read.where ? this.#filtered(call, subject, read.where)[0] : undefined);
  }

  /** The id among the entries of one of several inputs. */
  #idIn(subject: GraphQLCompositeType, entries: readonly ArgumentEntry[]): ArgumentEntry | undefined {
    const names = this.#parts.model.familiesOf(subject).map(({ identity }) => identity?.name);
    return entries.find(({ key }) => names.includes(key) || idName(key)?.words.length === 0);
  }

  /** The objects that the subjects are joined to. @throws {UnknownObject} if no object has an id. */
  targets(target: GraphQLCompositeType, { writes }: MutationArguments): readonly StoredObject[] {
    const { model, population } = this.#parts;
    return writes.flatMap(({ key, value }) => {
      const type = model.named(idName(key)?.words ?? []);
      if (!type || !model.isSameFamily(type, target)) return [];
      return [value].flat().map((id) => {
        const found = population.find(target, id)?.stored;
        if (found === undefined) throw new UnknownObject(key, id);
        return found;
      });
    });
  }

  /** All objects that ids among the values to write name. */
  others({ writes }: MutationArguments): readonly StoredObject[] {
    const { model, population } = this.#parts;
    return writes.flatMap(({ key, value }) => {
      const type = model.named(idName(key)?.words ?? []);
      return type ? [value].flat().flatMap((id) => population.find(type, id)?.stored ?? []) : [];
    });
  }

  #filtered(
    call: Call,
    subject: GraphQLCompositeType,
    where: Readonly<Record<string, unknown>>,
  ): readonly StoredObject[] {
    const { population, filterOf } = this.#parts;
    const filter = filterOf(subject, where);
    for (const name of new Set(filter.unknown)) call.note(name);
    // A filter that is not understood in all its parts must not strike more than it says.
    if (filter.unknown.length > 0) return [];
    const isEmpty = Object.values(where).every((value) => value === undefined || value === null);
    if (!filter.selects && !isEmpty) return [];
    return population.all(subject).filter((object) => filter.test(population.view(object, subject)));
  }

  /** The object that the mutation stands below, or the only one of its type. */
  #around(call: Call, subject: GraphQLCompositeType): readonly StoredObject[] {
    const { model, population } = this.#parts;
    const families = model.familiesOf(subject);
    const holder = holderOf(call.owner);
    if (holder && families.some(({ name }) => name === holder.family)) return [holder];
    const isSingle = families.some(({ types }) => types.some((type) => model.isSingle(type)));
    return isSingle ? population.all(subject).slice(0, 1) : [];
  }
}

function unique(objects: readonly StoredObject[]): readonly StoredObject[] {
  return [...new Set(objects)];
}
