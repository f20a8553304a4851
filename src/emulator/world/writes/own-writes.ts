import type { Family, ObjectField } from '../model/model-field.ts';
import { badInput, notFound } from '../reads/call.ts';
import { isId, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { Changes } from './changes.ts';

type Values = Readonly<Record<string, unknown>>;

/** Writes of the integrator's own resolvers, by type and field. Each of them happens whole or not at all. */
export class OwnWrites {
  readonly #world: WorldParts;

  constructor(world: WorldParts) {
    this.#world = world;
  }

  create(type: string, values: Values): StoredObject {
    return this.#change(type, (family, changes) => {
      const id = family.identity && values[family.identity.name];
      if (isId(id) && this.#world.find(family.types[0], id))
        throw badInput(`The emulator has an object of \`${type}\` with the id "${id}" already.`);
      const object = changes.create(family, isId(id) ? id : undefined, () => true);
      this.#write(changes, family, object, values);
      return object;
    });
  }

  update(type: string, id: unknown, values: Values): StoredObject {
    return this.#change(type, (family, changes) => {
      const object = this.#found(family, id);
      changes.touch(object);
      this.#write(changes, family, object, values);
      return object;
    });
  }

  remove(type: string, id: unknown): StoredObject {
    return this.#change(type, (family, changes) => {
      const object = this.#found(family, id);
      changes.remove(object);
      return object;
    });
  }

  #change(name: string, run: (family: Family, changes: Changes) => StoredObject): StoredObject {
    const family = [...this.#world.model.families.values()].find(({ types }) =>
      types.some((each) => each.name === name),
    );
    if (!family) throw badInput(`The emulator keeps no objects of a type \`${name}\`.`);
    return this.#world.store.transaction(() => run(family, new Changes(this.#world)));
  }

  #found(family: Family, id: unknown): StoredObject {
    const found = this.#world.find(family.types[0], id);
    if (!found) throw notFound(`The emulator has no \`${family.name}\` with the id "${String(id)}".`);
    return found;
  }

  /** Writes each value under the name of its field: a leaf, a part, or the ids of other objects. */
  #write(changes: Changes, family: Family, object: StoredObject, values: Values): void {
    for (const [name, value] of Object.entries(values)) {
      const field = this.#world.model.fieldsOfFamily(family).get(name);
      const isDone =
        field?.kind === 'identity'
          ? String(value) === String(object.id)
          : field?.kind === 'value'
            ? changes.set(object, field, value)
            : field?.kind === 'part' || field?.kind === 'parts'
              ? changes.setPart(object, field, value)
              : field?.target && this.#link(object, field, value);
      if (!isDone) throw badInput(`\`${family.name}.${name}\` cannot be ${JSON.stringify(value)}.`);
    }
  }

  /** Makes a reference or a list hold these objects alone; false if one of them is not there. */
  #link(object: StoredObject, field: ObjectField, value: unknown): boolean {
    const { links } = this.#world;
    const isList = field.kind === 'references';
    if (isList !== Array.isArray(value) && value !== null) return false;
    const items = [value ?? []].flat().map((each) => this.#world.find(field.target, idIn(each)));
    const known = isList
      ? links.list(this.#world.view(object), field)
      : [links.referenceOf(object, field) ?? []].flat();
    const gone = isList || value === null ? known.filter((each) => !items.includes(each)) : [];
    return (
      gone.every((each) => links.join(object, field, each, false)) &&
      items.every((each) => each !== undefined && links.join(object, field, each, true))
    );
  }
}

/** The id of an object that is given by it, or as the object itself. */
function idIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}
