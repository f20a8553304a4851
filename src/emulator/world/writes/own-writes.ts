import type { GraphQLObjectType } from 'graphql';
import { identityOf, isLink, type LinkField } from '../model/shapes.ts';
import { isId, type StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { badInput, notFound } from '../reads/call.ts';
import { Changes } from './changes.ts';

type Values = Readonly<Record<string, unknown>>;

/** Creates, updates and deletes objects for the integrator's own resolvers. */
export class OwnWrites {
  readonly #world: WorldParts;

  constructor(world: WorldParts) {
    this.#world = world;
  }

  create(type: string, values: Values): StoredObject {
    return this.#change(type, (own, changes) => {
      const id = values[identityOf(own)?.name ?? 'id'];
      if (isId(id) && this.#world.find(own, id))
        throw badInput(`The emulator has an object of \`${type}\` with the id "${id}" already.`);
      const object = changes.create(own, isId(id) ? id : undefined);
      this.#write(changes, own, object, values);
      return object;
    });
  }

  update(type: string, id: unknown, values: Values): StoredObject {
    return this.#change(type, (own, changes) => {
      const object = this.#found(own, id);
      changes.touch(object);
      this.#write(changes, own, object, values);
      return object;
    });
  }

  remove(type: string, id: unknown): StoredObject {
    return this.#change(type, (own, changes) => {
      const object = this.#found(own, id);
      changes.remove(object);
      return object;
    });
  }

  #change(name: string, run: (type: GraphQLObjectType, changes: Changes) => StoredObject): StoredObject {
    const type = this.#world.typeOf(name);
    if (!type) throw badInput(`The emulator keeps no objects of a type \`${name}\`.`);
    return this.#world.store.transaction(() => run(type, new Changes(this.#world)));
  }

  #found(type: GraphQLObjectType, id: unknown): StoredObject {
    const found = this.#world.find(type, id);
    if (!found) throw notFound(`The emulator has no \`${type.name}\` with the id "${String(id)}".`);
    return found;
  }

  #write(changes: Changes, type: GraphQLObjectType, object: StoredObject, values: Values): void {
    for (const [name, value] of Object.entries(values)) {
      const field = this.#world.model.fields(type).get(name);
      const isDone = isLink(field)
        ? this.#link(changes, object, field, value)
        : field?.kind === 'id'
          ? String(value) === String(object.id)
          : field?.kind === 'value'
            ? changes.set(object, field, value)
            : field && changes.setPart(object, field, value);
      if (!isDone) throw badInput(`\`${type.name}.${name}\` cannot be ${JSON.stringify(value)}.`);
    }
  }

  #link(changes: Changes, object: StoredObject, field: LinkField, value: unknown): boolean {
    if ((field.kind === 'many') !== Array.isArray(value) && value !== null) return false;
    const given = [value ?? []].flat();
    const items = given.flatMap((each) => this.#world.find(field.target, idIn(each)) ?? []);
    return items.length === given.length && changes.hold(object, field, items, true);
  }
}

function idIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}
