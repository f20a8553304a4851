import type { GraphQLObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { identityOf, isLink, type LinkField } from '../model/shapes.ts';
import type { FieldValues } from '../model/world-options.ts';
import { isId, type StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { badInput, notFound } from '../reads/call.ts';
import { Changes } from './changes.ts';

/** Creates an object for the integrator's own resolver. @throws {GraphQLError} if the schema does not allow it. */
export function createObject(world: WorldParts, name: string, values: FieldValues): StoredObject {
  return change(world, name, (type, changes) => {
    const id = values[identityOf(type)?.name ?? 'id'];
    if (isId(id) && world.find(type, id))
      throw badInput(`The emulator has an object of \`${name}\` with the id "${id}" already.`);
    const object = changes.create(type, isId(id) ? id : undefined);
    write(world, changes, object, values);
    return object;
  });
}

/** Updates an object for the integrator's own resolver. @throws {GraphQLError} if the schema does not allow it. */
export function updateObject(world: WorldParts, name: string, id: unknown, values: FieldValues): StoredObject {
  return change(world, name, (type, changes) => {
    const object = foundIn(world, type, id);
    changes.touch(object);
    write(world, changes, object, values);
    return object;
  });
}

/** Deletes an object for the integrator's own resolver. @throws {GraphQLError} if there is none. */
export function removeObject(world: WorldParts, name: string, id: unknown): void {
  change(world, name, (type, changes) => changes.remove(foundIn(world, type, id)));
}

function change<Result>(
  world: WorldParts,
  name: string,
  run: (type: GraphQLObjectType, changes: Changes) => Result,
): Result {
  const type = world.typeNamed(name);
  if (!type) throw badInput(`The emulator keeps no objects of a type \`${name}\`.`);
  return world.store.transaction(() => run(type, new Changes(world)));
}

function foundIn(world: WorldParts, type: GraphQLObjectType, id: unknown): StoredObject {
  const found = world.find(type, id);
  if (!found) throw notFound(`The emulator has no \`${type.name}\` with the id "${String(id)}".`);
  return found;
}

function write(world: WorldParts, changes: Changes, object: StoredObject, values: FieldValues): void {
  const { type } = world.view(object);
  for (const [name, value] of Object.entries(values)) {
    const field = world.model.fields(type).get(name);
    const isDone = isLink(field)
      ? link(world, changes, object, field, value)
      : field?.kind === 'id'
        ? String(value) === String(object.id)
        : field?.kind === 'value'
          ? changes.set(object, field, value)
          : field && changes.setPart(object, field, value);
    if (!isDone) throw badInput(`\`${type.name}.${name}\` cannot be ${JSON.stringify(value)}.`);
  }
}

function link(world: WorldParts, changes: Changes, object: StoredObject, field: LinkField, value: unknown): boolean {
  if ((field.kind === 'many') !== Array.isArray(value) && value !== null) return false;
  const given = [value ?? []].flat();
  const items = given.flatMap((each) => world.find(field.target, isRecord(each) ? each['id'] : each) ?? []);
  return items.length === given.length && changes.hold(object, field, items, true);
}
