import { getNullableType, isListType } from 'graphql';
import type { Family, ModelField } from '../model/model-field.ts';
import { flatName, idName, singulars } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { Call } from '../reads/call.ts';
import { holderOf, type StoredObject } from '../store/emulated-object.ts';
import { type ChangeParts, Changes } from './changes.ts';
import { fieldOfInput, referenceOfInput, settableBy } from './input-fields.ts';
import { InputWriter } from './input-writer.ts';
import type { Intent } from './intent.ts';
import { Joins } from './joins.ts';
import type { ArgumentEntry, MutationArguments } from './mutation-arguments.ts';
import type { SubjectFinder } from './subjects.ts';
import { UnknownObject } from './unknown-object.ts';
import { statesOfVerb } from './verbs.ts';

/** One mutation, as far as it is read. */
export interface Asked {
  readonly call: Call;
  readonly intent: Intent;
  readonly read: MutationArguments;
}

/** What mutations do to objects. */
export class Actions {
  readonly changes: Changes;
  readonly #parts: ChangeParts;
  readonly #subjects: SubjectFinder;
  readonly #joins: Joins;
  readonly #writer: InputWriter;

  constructor(parts: ChangeParts, subjects: SubjectFinder) {
    this.#parts = parts;
    this.#subjects = subjects;
    this.changes = new Changes(parts);
    this.#joins = new Joins(parts, this.changes);
    this.#writer = new InputWriter(parts, this.changes, this.#joins);
  }

  /** Does what a mutation asks for, to the objects that it is about. */
  run(asked: Asked, objects: readonly StoredObject[]): void {
    for (const object of objects) {
      const family = this.#parts.model.families.get(object.family);
      if (!family) continue;
      switch (asked.intent.action) {
        case 'delete':
          this.changes.remove(object);
          break;
        case 'toggle':
          this.#toggle(asked, object, family);
          break;
        case 'insert':
        case 'extract':
          this.#changeList(asked, object, family);
          break;
        case 'link':
        case 'unlink':
          this.#link(asked, object, family);
          break;
        case 'state':
          this.#setState(asked, object, family);
          break;
        default:
          this.#update(asked, object, family);
      }
    }
  }

  /** Makes new objects: one for each input. @throws {UnknownObject} if an id is taken, or no object has one. */
  create({ call, intent, read }: Asked, family: Family): readonly StoredObject[] {
    const { model, population } = this.#parts;
    const settable = settableBy(call.definition.args);
    const inputs = read.many.length > 0 ? read.many : [[...read.ids, ...read.writes]];
    return inputs.map((entries) => {
      const own = entries.find(({ key }) => isIdentity(family, key));
      const id = typeof own?.value === 'string' || typeof own?.value === 'number' ? own.value : undefined;
      if (own && id !== undefined && population.family(family).byId.get(String(id))?.isAlive)
        throw new UnknownObject(own.key, id, true);
      const object = this.changes.create(family, id, settable);
      const holder = holderOf(call.owner);
      const holderFamily = holder && model.families.get(holder.family);
      if (holder && holderFamily && !holderFamily.types.some((type) => model.isSingle(type)))
        this.#joins.join(object, holder, { joined: true });
      for (const entry of entries)
        if (entry !== own && !this.#writer.write(object, family, entry)) call.note(entry.path);
      if (intent.target)
        for (const target of this.#subjects.targets(intent.target, read)) this.#joinTo(object, target, intent);
      return object;
    });
  }

  /** A new object with the values of another one. */
  copy({ call, read }: Asked, from: StoredObject, family: Family): StoredObject {
    const { model, population, reader, links, store } = this.#parts;
    const object = this.changes.create(family, undefined, new Set());
    const view = population.view(from);
    for (const field of model.fieldsOfFamily(family).values()) {
      const isRecorded = /^(?:creat|updat)\w*at$/.test(flatName(field.definition.name));
      if (field.kind === 'value' && !isRecorded) store.put(object, field.key, reader.leaf(view, field), undefined);
      else if (field.kind === 'reference') this.changes.refer(object, field, links.referenceOf(from, field));
    }
    for (const entry of read.writes) if (!this.#writer.write(object, family, entry)) call.note(entry.path);
    return object;
  }

  #write({ call }: Asked, object: StoredObject, family: Family, entries: readonly ArgumentEntry[]): void {
    for (const entry of entries) if (!this.#writer.write(object, family, entry)) call.note(entry.path);
  }

  #update(asked: Asked, object: StoredObject, family: Family): void {
    const { many, writes } = asked.read;
    const own = many.find((entries) =>
      entries.some(({ key, value }) => isIdentity(family, key) && String(value) === String(object.id)),
    );
    const entries = many.length > 0 ? (own ?? []).filter(({ key }) => !isIdentity(family, key)) : writes;
    const named = this.#withFieldNames(family, asked.intent, entries);
    this.#write(asked, object, family, named);
    // `setDeviceOffline(id:)` names a state.
    if (entries.length === 0 && asked.intent.attribute) this.#setNamedState(object, [asked.intent.attribute]);
  }

  /** The entries by the names of the fields: `setDeviceStatus(value:)` sets `status`, `renameDevice(to:)` the name. */
  #withFieldNames(
    family: Family,
    { attribute, verb }: Intent,
    entries: readonly ArgumentEntry[],
  ): readonly ArgumentEntry[] {
    const { model } = this.#parts;
    const wanted = attribute ?? (verb === 'rename' ? 'name' : undefined);
    if (wanted === undefined) return entries;
    const names = wanted === 'name' ? ['name', 'title', 'displayName', 'label'] : [wanted];
    const field = names.map((name) => fieldOfInput(model, family, name)).find((each) => each !== undefined);
    const known = entries.filter(
      ({ key }) => fieldOfInput(model, family, key) !== undefined || referenceOfInput(model, family, key) !== undefined,
    );
    const [first] = known.length > 0 ? known : entries;
    if (field === undefined || first === undefined) return entries;
    const isNamed = known.some(({ key }) => fieldOfInput(model, family, key)?.key === field.key);
    if (known.length > 0 && (verb !== 'rename' || isNamed)) return entries;
    return entries.map((entry) => (entry === first ? { ...entry, key: field.definition.name } : entry));
  }

  #toggle(asked: Asked, object: StoredObject, family: Family): void {
    const { model, population, reader } = this.#parts;
    const { attribute } = asked.intent;
    const given = asked.read.writes.filter(({ key }) => fieldOfInput(model, family, key));
    if (given.length > 0) {
      this.#write(asked, object, family, given);
      return;
    }
    const flags = [...model.fieldsOfFamily(family).values()].filter(
      ({ leaf, kind }) => leaf?.name === 'Boolean' && kind === 'value',
    );
    const named = attribute === undefined ? undefined : fieldOfInput(model, family, attribute);
    const shown = attribute === undefined ? [] : this.#statesNamed(object, [attribute, ...statesOfVerb(attribute)]);
    const switchable = flags.filter(({ definition }) => /^(?:is)?(?:enabled|active|on)$/i.test(definition.name));
    const field =
      flags.find((each) => each === named) ??
      shown.flatMap(({ state }) => state.flags)[0]?.field ??
      (attribute === undefined ? (flags.length === 1 ? flags[0] : switchable[0]) : undefined);
    if (field) this.changes.set(object, field, reader.leaf(population.view(object), field) !== true);
  }

  /** `addDeviceTag` and `removeDeviceTag`: an element of a list of values. */
  #changeList({ call, intent, read }: Asked, object: StoredObject, family: Family): void {
    const { model, population, reader } = this.#parts;
    const { attribute = '', action } = intent;
    const field = [...model.fieldsOfFamily(family).values()].find(
      ({ definition, kind }) =>
        kind === 'value' &&
        isListType(getNullableType(definition.type)) &&
        (flatName(definition.name) === attribute || singulars(flatName(definition.name)).includes(attribute)),
    );
    const [entry, ...others] = read.writes.filter(({ value }) => value !== null);
    for (const { path } of others) call.note(path);
    if (!field || !entry) return;
    const held: unknown = reader.leaf(population.view(object), field);
    const before: readonly unknown[] = Array.isArray(held) ? held : [];
    const values: readonly unknown[] = [entry.value].flat();
    const after =
      action === 'insert'
        ? [...before, ...values.filter((value) => !before.includes(value))]
        : before.filter((value) => !values.includes(value));
    this.changes.set(object, field, after);
  }

  #setState(asked: Asked, object: StoredObject, family: Family): void {
    const { verb, attribute } = asked.intent;
    const words = [...statesOfVerb(verb), ...(attribute ? [attribute, `${verb}${attribute}`] : [])];
    this.#setNamedState(object, words);
    this.#recordMoment(object, family, words);
    this.#write(asked, object, family, asked.read.writes);
  }

  /** Makes the first state hold that one of the words names; false if the object has none of them. */
  #setNamedState(object: StoredObject, words: readonly string[]): boolean {
    const [found] = this.#statesNamed(object, words);
    if (found) this.changes.setState(object, found.state, found.holds);
    return found !== undefined;
  }

  #statesNamed(object: StoredObject, words: readonly string[]) {
    const story = this.#parts.storyOf(object);
    return words.map((word) => story?.find(word)).filter((found) => found !== undefined);
  }

  /** `rebootDevice` sets `rebootedAt` or `lastRebootAt`. */
  #recordMoment(object: StoredObject, family: Family, words: readonly string[]): void {
    for (const field of this.#parts.model.fieldsOfFamily(family).values()) {
      const word = /^(?:last)?(.+)(?:at|on|date|time)$/.exec(flatName(field.definition.name))?.[1];
      if (field.kind === 'value' && word !== undefined && words.includes(word))
        this.changes.set(object, field, this.changes.now());
    }
  }

  #link(asked: Asked, object: StoredObject, family: Family): void {
    const { intent, read, call } = asked;
    const { model, population } = this.#parts;
    const targets = intent.target ? this.#subjects.targets(intent.target, read) : [];
    if (targets.length > 0) {
      for (const target of targets) if (!this.#joinTo(object, target, intent)) call.note(call.definition.name);
      return;
    }
    const references = read.writes.filter(({ key }) => idName(key));
    if (intent.action === 'unlink' && references.length === 0) this.#unassign(object, family);
    // `moveDevice(id, groupId)`: the other arguments say where to.
    for (const entry of read.writes) {
      const words = idName(entry.key)?.words ?? [];
      const type = model.named(words.filter((word) => !/^(?:to|new|target|destination|from)$/.test(word)));
      const isOne = type !== undefined && entry.value !== null && !Array.isArray(entry.value);
      const owner = isOne ? population.find(type, entry.value)?.stored : undefined;
      if (isOne && owner === undefined) throw new UnknownObject(entry.key, entry.value);
      if (!owner || !this.#joinTo(object, owner, intent)) this.#write(asked, object, family, [entry]);
    }
  }

  #joinTo(object: StoredObject, target: StoredObject, { action, verb, attribute }: Intent): boolean {
    const alone = verb === 'move' || verb === 'transfer';
    return this.#joins.join(object, target, { joined: action !== 'unlink', alone, name: attribute ?? verb });
  }

  /** Takes away the reference that says to whom an object is assigned, or its only one. */
  #unassign(object: StoredObject, family: Family): void {
    const references = new Map<string, ModelField>();
    for (const field of this.#parts.model.fieldsOfFamily(family).values())
      if (field.kind === 'reference' && isNullable(field.definition)) references.set(field.key, field);
    const all = [...references.values()];
    const field = all.find(({ key }) => /assign/i.test(key)) ?? (all.length === 1 ? all[0] : undefined);
    if (field) this.changes.refer(object, field, null);
  }
}

function isIdentity({ identity }: Family, key: string): boolean {
  return identity === undefined ? false : identity.name === key || idName(key)?.words.length === 0;
}
