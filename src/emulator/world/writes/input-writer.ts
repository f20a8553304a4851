import { isRecord } from '../../../base/is-record.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { ChangeParts, Changes } from './changes.ts';
import { fieldOfInput, referenceOfInput } from './input-fields.ts';
import type { Joins } from './joins.ts';
import type { ArgumentEntry } from './mutation-arguments.ts';
import { UnknownObject } from './unknown-object.ts';

/** Writes values of inputs to objects: to a field, a reference, a list or a part, whichever the name means. */
export class InputWriter {
  readonly #parts: ChangeParts;
  readonly #changes: Changes;
  readonly #joins: Joins;

  constructor(parts: ChangeParts, changes: Changes, joins: Joins) {
    this.#parts = parts;
    this.#changes = changes;
    this.#joins = joins;
  }

  /** Writes one value; false if the object has nothing for it. @throws {UnknownObject} if no object has an id. */
  write(object: StoredObject, family: Family, entry: ArgumentEntry): boolean {
    const { key, value } = entry;
    const { model } = this.#parts;
    const field = fieldOfInput(model, family, key) ?? referenceOfInput(model, family, key);
    if (field === undefined) return this.#joinByName(object, entry);
    switch (field.kind) {
      case 'identity':
        return String(value) === String(object.id);
      case 'value':
        return this.#writeValue(object, field, value);
      case 'reference':
        return this.#writeReference(object, field, entry);
      case 'references':
        return this.#writeList(object, field, entry);
      default:
        return this.#writePart(object, field, value);
    }
  }

  #writeValue(object: StoredObject, field: ModelField, value: unknown): boolean {
    // Prisma writes `{ set: value }`.
    const plain = isRecord(value) && Object.keys(value).join() === 'set' ? value['set'] : value;
    if (!isAllowed(field.definition.type, plain)) return false;
    this.#changes.set(object, field, structuredClone(plain));
    return true;
  }

  #writeReference(object: StoredObject, field: ModelField, { key, value }: ArgumentEntry): boolean {
    const asked = isRecord(value) ? connected(value) : value;
    if (asked === null && isNullable(field.definition)) this.#changes.refer(object, field, null);
    else if (isKey(asked)) this.#changes.refer(object, field, this.#find(field, key, asked));
    else return false;
    return true;
  }

  #writeList(object: StoredObject, field: ModelField, { key, value }: ArgumentEntry): boolean {
    const word = flatName(key);
    const how = /^(?:add|attach)/.test(word)
      ? 'connect'
      : /^(?:remove|detach)/.test(word)
        ? 'disconnect'
        : Array.isArray(value)
          ? 'set'
          : 'connect';
    const asked = Object.entries(isRecord(value) ? value : { [how]: value }).filter(([, each]) => each != null);
    const read = asked.map(([name, each]) => ({
      name,
      ids: [each].flat().map((one) => (isRecord(one) ? one['id'] : one)),
    }));
    if (read.some(({ name, ids }) => !/^(?:set|connect|add|disconnect|remove)$/.test(name) || !ids.every(isKey)))
      return false;
    for (const { name, ids } of read) {
      const items = ids.map((id) => this.#find(field, key, id));
      if (name === 'set') this.#joins.replace(object, field, items);
      else
        for (const item of items) this.#parts.links.join(object, field.key, item, name === 'connect' || name === 'add');
    }
    return true;
  }

  #writePart(object: StoredObject, field: ModelField, value: unknown): boolean {
    const { store, population, reader } = this.#parts;
    const before = reader.said(population.view(object), field);
    const isPart = field.kind === 'part';
    let after: unknown;
    if (value === null && isNullable(field.definition)) after = null;
    // A part that was set to null has no old values, whatever a fixture said.
    else if (isPart && isRecord(value)) after = merged(isRecord(before) ? before : {}, value);
    else if (!isPart && Array.isArray(value) && value.every(isRecord)) after = structuredClone(value);
    else return false;
    if (JSON.stringify(before) !== JSON.stringify(after)) store.put(object, field.key, after, undefined);
    return true;
  }

  /** An id of an object that has a list of these: `groupId` of a device that only `Group.devices` knows. */
  #joinByName(object: StoredObject, { key, value }: ArgumentEntry): boolean {
    const words = idName(key)?.words ?? [];
    const target = words.length > 0 ? this.#parts.model.named(words) : undefined;
    if (target === undefined || value === null) return false;
    return [value].flat().every((each) => {
      const owner = this.#parts.population.find(target, each)?.stored;
      if (owner === undefined) throw new UnknownObject(key, each);
      return this.#joins.join(object, owner, { joined: true });
    });
  }

  #find({ target }: ModelField, key: string, id: unknown): StoredObject {
    const found = target && this.#parts.population.find(target, id)?.stored;
    if (found === undefined) throw new UnknownObject(key, id);
    return found;
  }
}

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** The id in `{ connect: { id } }` or `{ id }`; null for `{ disconnect: true }`. */
function connected(value: Readonly<Record<string, unknown>>): unknown {
  const [name, ...others] = Object.keys(value);
  if (others.length > 0) return undefined;
  if (name === 'disconnect') return value['disconnect'] === true ? null : undefined;
  const inner = value['connect'] ?? value['set'] ?? value;
  return isRecord(inner) ? inner['id'] : inner;
}

/** The values before, with the new ones over them at every depth. */
function merged(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(after)) {
    const old = result[key];
    result[key] = isRecord(old) && isRecord(value) ? merged(old, value) : structuredClone(value);
  }
  return result;
}
