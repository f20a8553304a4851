import { type GraphQLCompositeType, getNamedType } from 'graphql';
import { fieldsOf } from '../../../graphql/fields.ts';
import { flatName } from '../model/names.ts';
import type { Call } from '../reads/call.ts';
import type { FailedChange } from '../reads/failure-object.ts';
import { holderOf, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { AskedChange } from './mutation-arguments.ts';
import { UnknownObject } from './unknown-object.ts';

/** The objects that a mutation is about. */
export interface Subjects {
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
export function findSubjects(
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
