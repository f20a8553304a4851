import type { Family, ModelField } from '../model/model-field.ts';
import { flatName, idName, sameNoun } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { Call } from '../reads/call.ts';
import { holderOf, type StoredObject } from '../store/emulated-object.ts';
import { type ChangeParts, Changes } from './changes.ts';
import { fieldOfInput, referenceOfInput } from './input-fields.ts';
import type { Intent } from './intent.ts';
import type { ArgumentEntry, MutationArguments } from './mutation-arguments.ts';
import { UnknownObject } from './unknown-object.ts';
import { statesOfVerb } from './verbs.ts';
import { isValueList, type WriteHow, Writer } from './writer.ts';

/** One mutation, as far as it is read. */
export interface Asked {
  readonly call: Call;
  readonly intent: Intent;
  readonly read: MutationArguments;
}

/** Does to objects as a mutation says. */
export class Actions {
  readonly #changes: Changes;
  readonly #parts: ChangeParts;
  readonly #writer: Writer;

  constructor(parts: ChangeParts) {
    this.#parts = parts;
    this.#changes = new Changes(parts);
    this.#writer = new Writer(parts, this.#changes);
  }

  /** Does what a mutation asks for, to the objects that it is about, and records when they changed. */
  run(asked: Asked, objects: readonly StoredObject[]): void {
    const { changed } = this.#parts.store.transaction(() => {
      for (const object of objects) {
        const family = this.#parts.model.families.get(object.family);
        if (family) this.#runOne(asked, object, family);
      }
    });
    this.#changes.touch(changed);
  }

  #runOne(asked: Asked, object: StoredObject, family: Family): void {
    const { intent, read } = asked;
    const { action, verb, attribute } = intent;
    const words = [...statesOfVerb(verb), ...(attribute ? [attribute, `${verb}${attribute}`] : [])];
    if (action === 'delete') this.#changes.remove(object);
    else if (action === 'toggle') this.#toggle(asked, object, family);
    else if (action === 'link' || action === 'unlink') {
      const isAlone = read.writes.every(({ key }) => idName(key) === undefined);
      if (action === 'unlink' && isAlone) this.#unassign(object, family, attribute);
      const alone = verb === 'move' || verb === 'transfer';
      const how = { joins: action === 'link' ? 'join' : 'part', alone, name: attribute ?? verb } as const;
      this.#write(asked, object, family, this.#withFieldNames(family, intent, read.writes), how);
    } else if (action === 'state') {
      this.#setNamedState(object, words);
      this.#recordMoment(object, family, words);
      this.#write(asked, object, family, read.writes, { joins: /^(?:un|dis|de)/.test(verb) ? 'part' : 'join' });
    } else {
      const entries = this.#ownEntries(asked, object, family);
      this.#write(asked, object, family, this.#withFieldNames(family, intent, entries));
      // `setDeviceOffline(id:)` names a state.
      if (entries.length === 0 && attribute) this.#setNamedState(object, [attribute]);
    }
  }

  /** Makes new objects: one for each input. @throws {UnknownObject} if an id is taken, or no object has one. */
  create({ call, read }: Pick<Asked, 'call' | 'read'>, family: Family): readonly StoredObject[] {
    const { model, population } = this.#parts;
    const inputs = read.many.length > 0 ? read.many : [[...read.ids, ...read.writes]];
    return inputs.map((entries) => {
      const own = entries.find(({ key }) => isIdentity(family, key));
      const id = typeof own?.value === 'string' || typeof own?.value === 'number' ? own.value : undefined;
      if (own && id !== undefined && population.family(family).byId.get(String(id))?.isAlive)
        throw new UnknownObject(own.key, id, true);
      const object = this.#changes.create(family, id);
      const holder = holderOf(call.owner);
      const holderFamily = holder && model.families.get(holder.family);
      if (holder && holderFamily && !holderFamily.types.some((type) => model.isSingle(type)))
        this.#writer.join(object, family, holder, { joins: 'join' });
      for (const entry of entries)
        if (entry !== own && !this.#writer.write(object, family, entry)) call.note(entry.path);
      return object;
    });
  }

  #write(
    { call }: Asked,
    object: StoredObject,
    family: Family,
    entries: readonly ArgumentEntry[],
    how?: WriteHow,
  ): void {
    for (const entry of entries) if (!this.#writer.write(object, family, entry, how)) call.note(entry.path);
  }

  /** The entries to write to one object: of several inputs, the one with its id. */
  #ownEntries({ read: { many, writes } }: Asked, object: StoredObject, family: Family): readonly ArgumentEntry[] {
    if (many.length === 0) return writes;
    const own = many.find((entries) =>
      entries.some(({ key, value }) => isIdentity(family, key) && String(value) === String(object.id)),
    );
    return (own ?? []).filter(({ key }) => !isIdentity(family, key));
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
    const fields = [...model.fieldsOfFamily(family).values()];
    // `addDeviceTag(name:)` adds to `tags`, whatever the argument is called.
    const list = fields.find((each) => isValueList(each) && sameNoun(flatName(each.key), wanted));
    const field = list ?? names.map((name) => fieldOfInput(model, family, name)).find((each) => each !== undefined);
    const known = entries.filter(({ key }) => fieldOfInput(model, family, key) ?? referenceOfInput(model, family, key));
    const isNamed = known.some(({ key }) => fieldOfInput(model, family, key)?.key === field?.key);
    if (!field || isNamed || (known.length > 0 && verb !== 'rename' && !list)) return entries;
    const [first] = known.length > 0 ? known : entries;
    return entries.map((entry) => (entry === first ? { ...entry, key: field.definition.name } : entry));
  }

  #toggle(asked: Asked, object: StoredObject, family: Family): void {
    const { model, population, reader } = this.#parts;
    const { attribute } = asked.intent;
    const asksFor = asked.read.writes.filter(({ key }) => fieldOfInput(model, family, key));
    this.#write(asked, object, family, asksFor);
    if (asksFor.length > 0) return;
    const flags = [...model.fieldsOfFamily(family).values()].filter(
      ({ leaf, kind }) => leaf?.name === 'Boolean' && kind === 'value',
    );
    const named = attribute === undefined ? undefined : fieldOfInput(model, family, attribute);
    const shown = attribute === undefined ? [] : this.#statesNamed(object, [attribute, ...statesOfVerb(attribute)]);
    const switchable = flags.filter(({ definition }) => /^(?:is)?(?:enabled|active|on)$/i.test(definition.name));
    const field =
      flags.find((each) => each === named) ??
      shown.flatMap(({ state }) => state.shows).find(({ role }) => role === 'flag')?.field ??
      (attribute === undefined ? (flags.length === 1 ? flags[0] : switchable[0]) : undefined);
    if (field) this.#changes.set(object, field, reader.leaf(population.view(object), field) !== true);
  }

  /** Makes the first state hold that one of the words names; one that the words name by themselves before one that they deny. */
  #setNamedState(object: StoredObject, words: readonly string[]): void {
    const found = this.#statesNamed(object, words);
    const best = found.find(({ holds, state }) => holds || state.shows[0]?.role === 'flag') ?? found[0];
    if (best) this.#changes.setState(object, best.state, best.holds);
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
        this.#changes.set(object, field, this.#changes.now());
    }
  }

  /** Takes away the reference that the mutation mentions, the one that says to whom an object is assigned, or the only one. */
  #unassign(object: StoredObject, family: Family, mentioned: string | undefined): void {
    const references = new Map<string, ModelField>();
    for (const field of this.#parts.model.fieldsOfFamily(family).values())
      if (field.kind === 'reference' && isNullable(field.definition)) references.set(field.key, field);
    const all = [...references.values()];
    const field =
      all.find(({ key }) => (mentioned ? flatName(key) === mentioned : /assign/i.test(key))) ??
      (all.length === 1 && !mentioned ? all[0] : undefined);
    if (field) this.#changes.refer(object, field, null);
  }
}

function isIdentity({ identity }: Family, key: string): boolean {
  return identity === undefined ? false : identity.name === key || idName(key)?.words.length === 0;
}
