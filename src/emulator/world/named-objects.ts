import type { GraphQLCompositeType } from 'graphql';
import type { Call } from './call.ts';
import type { Model } from './model.ts';
import type { MutationArguments } from './mutation-arguments.ts';
import { idName } from './names.ts';
import type { Population } from './population.ts';
import type { FilterOf } from './predicate.ts';
import { holderOf, type Thing } from './thing.ts';
import { UnknownObject } from './unknown-object.ts';

/** Finds the objects that the arguments of a mutation name. */
export interface NamedObjects {
  /** The objects that the mutation is about. Ids that no object has are left out if it is `lenient`. @throws {UnknownObject} */
  subjects(call: Call, subject: GraphQLCompositeType, read: MutationArguments, lenient: boolean): readonly Thing[];
  /** The objects that the subjects are joined to. @throws {UnknownObject} */
  targets(target: GraphQLCompositeType, read: MutationArguments): readonly Thing[];
  /** All objects that ids among the values to write name. */
  others(read: MutationArguments): readonly Thing[];
}

/** Finds objects by the ids and filters of arguments, or by where the mutation stands. */
export function createNamedObjects(model: Model, population: Population, filterOf: FilterOf): NamedObjects {
  function targets(target: GraphQLCompositeType, read: MutationArguments): readonly Thing[] {
    const found: Thing[] = [];
    for (const { key, value } of read.writes) {
      const id = idName(key);
      const type = id && model.named(id.words);
      if (!type || !model.familiesOf(type).some((family) => model.familiesOf(target).includes(family))) continue;
      for (const each of Array.isArray(value) ? value : [value]) {
        const thing = population.find(target, each);
        if (thing === undefined) throw new UnknownObject(key, each);
        found.push(thing);
      }
    }
    return found;
  }

  function others(read: MutationArguments): readonly Thing[] {
    return read.writes.flatMap(({ key, value }) => {
      const id = idName(key);
      const type = id && id.words.length > 0 ? model.named(id.words) : undefined;
      if (!type) return [];
      return (Array.isArray(value) ? value : [value]).flatMap((each) => population.find(type, each) ?? []);
    });
  }

  function subjects(
    call: Call,
    subject: GraphQLCompositeType,
    read: MutationArguments,
    lenient: boolean,
  ): readonly Thing[] {
    const found: Thing[] = [];
    for (const { key, value } of read.ids) {
      for (const each of Array.isArray(value) ? value : [value]) {
        const thing = population.find(subject, each);
        if (thing) found.push(thing);
        else if (!lenient) throw new UnknownObject(key, each);
      }
    }
    for (const each of read.many) {
      const id = each.find(({ key }) => idName(key)?.words.length === 0);
      const thing = id && population.find(subject, id.value);
      if (thing) found.push(thing);
      else if (id && !lenient) throw new UnknownObject(id.key, id.value);
    }
    if (found.length > 0 || read.ids.length > 0) return found;
    if (read.where) {
      const filter = filterOf(subject, read.where);
      for (const name of filter.unknown) call.note(name);
      const used = Object.keys(read.where).length > filter.unknown.length;
      const all = population.all(subject);
      for (let position = 0; used && position < all.length; position += 1) {
        const thing = all.at(position);
        if (filter.test(thing)) found.push(thing);
      }
      return found;
    }
    const holder = holderOf(call.owner);
    if (holder.family && model.familiesOf(subject).includes(holder.family)) return [holder];
    const all = population.all(subject);
    const [family] = model.familiesOf(subject);
    const only = all.length > 0 ? all.at(0) : undefined;
    return only && family?.types.some((type) => model.isSingle(type)) ? [only] : [];
  }

  return { subjects, targets, others };
}
