import { type Family, isValueList, type ModelField } from '../model/model-field.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { goneState, type StoryState } from '../model/story.ts';
import type { Call } from '../reads/call.ts';
import { fieldMeant, fieldNamed } from '../reads/named-field.ts';
import { holderOf, type StoredObject } from '../store/emulated-object.ts';
import { type ChangeParts, Changes } from './changes.ts';
import type { Intent } from './intent.ts';
import type { ArgumentEntry, AskedChange } from './mutation-arguments.ts';
import { UnknownObject } from './unknown-object.ts';
import { statesOfVerb } from './verbs.ts';
import { type WriteHow, Writer } from './writer.ts';

/** One mutation, as far as it is read. */
export interface Asked {
  readonly call: Call;
  readonly intent: Intent;
  readonly change: AskedChange;
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

  /** Other objects that the inputs named. */
  get named(): ReadonlySet<StoredObject> {
    return this.#writer.named;
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

  #runOne({ call, intent, change }: Asked, object: StoredObject, family: Family): void {
    const { action, verb, attribute } = intent;
    if (action === 'delete') {
      const gone = goneState(this.#parts.storyOf(object));
      if (gone) this.#changes.setState(object, gone, true);
      else this.#changes.remove(object);
      return;
    }
    const states = statesOfVerb(verb);
    // The more a word says, the sooner it counts: `dispatchPaused` before `paused`.
    const words = attribute
      ? [...states.map((each) => attribute + each), verb + attribute, ...states, attribute]
      : states;
    const isNamed = action !== 'state' || this.#statesNamed(object, words).length > 0;
    if (action === 'state') {
      this.#setNamedState(object, words);
      this.#recordMoment(object, family, words);
    }
    // A value that neither the name nor the answer proves to be the object's is not written: `startJob(sensorId:, name:): Job`.
    const isProven = isNamed || intent.isAnswered;
    const writes = isProven ? change.writes : change.writes.filter(({ key }) => idName(key) !== undefined);
    for (const entry of change.writes) if (!writes.includes(entry)) call.note(entry.path);
    if (action === 'unlink' && writes.every(({ key }) => idName(key) === undefined))
      this.#unassign(object, family, attribute);
    const entries =
      action === 'state' ? this.#withStateNames(family, words, writes) : this.#withFieldNames(family, intent, writes);
    if (this.#write(call, object, family, entries, howOf(intent))) return;
    if (action === 'toggle') this.#toggle(object, attribute);
    // `setDeviceOffline(id:)` names a state.
    if (action === 'update' && attribute) this.#setNamedState(object, [attribute]);
  }

  /** Makes a new object. @throws {UnknownObject} if its id is taken, or no object has an id. */
  create({ call, change }: Asked, family: Family): StoredObject {
    const { model, population } = this.#parts;
    const entries = [...change.ids, ...change.writes];
    const own = entries.find(({ key }) => family.identity?.name === key || idName(key)?.words.length === 0);
    const id = typeof own?.value === 'string' || typeof own?.value === 'number' ? own.value : undefined;
    if (own && id !== undefined && population.family(family).byId.get(String(id))?.isAlive)
      throw new UnknownObject(own.key, id, true);
    const object = this.#changes.create(family, id);
    const holder = holderOf(call.owner);
    const holderFamily = holder && model.families.get(holder.family);
    if (holder && holderFamily && !holderFamily.types.some((type) => model.isSingle(type)))
      this.#writer.join(object, family, holder, { joins: 'join' });
    const others = entries.filter((entry) => entry !== own || id === undefined);
    this.#write(call, object, family, others, { joins: 'set' });
    return object;
  }

  /** Writes the entries that the object has something for; false if there is none. */
  #write(call: Call, object: StoredObject, family: Family, entries: readonly ArgumentEntry[], how: WriteHow): boolean {
    const isUnknown = (entry: ArgumentEntry): boolean => !this.#writer.write(object, family, entry, how);
    const first = entries.filter(isUnknown);
    // An id may name what the object belongs to by another input.
    const unknown = first.length < entries.length ? first.filter(isUnknown) : first;
    for (const { path } of unknown) call.note(path);
    return unknown.length < entries.length;
  }

  /** Gives an input of a state to the field that is called after both: `note` of a pause is its `pausedNote`. */
  #withStateNames(
    family: Family,
    words: readonly string[],
    entries: readonly ArgumentEntry[],
  ): readonly ArgumentEntry[] {
    const { model } = this.#parts;
    return entries.map((entry) => {
      if (fieldMeant(model, family, entry.key)) return entry;
      const field = words.map((word) => fieldNamed(model, family, word + flatName(entry.key))).find((each) => each);
      return field ? { ...entry, key: field.definition.name } : entry;
    });
  }

  /** Gives what no field is called after to the field that the mutation mentions: `renameDevice(to:)`, `addDeviceTag(name:)`. */
  #withFieldNames(
    family: Family,
    { attribute, verb }: Intent,
    entries: readonly ArgumentEntry[],
  ): readonly ArgumentEntry[] {
    const meant = (name: string): ModelField | undefined => fieldMeant(this.#parts.model, family, name);
    const names = attribute ? [attribute] : verb === 'rename' ? ['name', 'title', 'displayName', 'label'] : [];
    const field = names.map(meant).find((each) => each !== undefined);
    if (field === undefined || entries.some(({ key }) => meant(key)?.key === field.key)) return entries;
    const entry = isValueList(field) ? entries[0] : entries.find(({ key }) => meant(key) === undefined);
    return entries.map((each) => (each === entry ? { ...each, key: field.definition.name } : each));
  }

  /** Turns a flag over: the one that the mutation mentions, the one that is called after switching, or the only one. */
  #toggle(object: StoredObject, attribute: string | undefined): void {
    const { storyOf, population, reader } = this.#parts;
    const words = attribute ? [attribute, ...statesOfVerb(attribute)] : ['enabled', 'active', 'on'];
    const named = this.#statesNamed(object, words).map(({ state }) => state);
    const all = [...(storyOf(object)?.states.values() ?? [])];
    const flags = (states: readonly StoryState[]): readonly ModelField[] =>
      states.flatMap(({ shows }) => shows.filter(({ role }) => role === 'flag').map(({ field }) => field));
    const [only, ...others] = flags(all);
    const field = flags(named)[0] ?? (attribute || others.length > 0 ? undefined : only);
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
    const links = this.#parts.model.linksOf(family);
    const all = links.filter(({ kind, definition }) => kind === 'reference' && isNullable(definition));
    const field =
      all.find(({ key }) => (mentioned ? flatName(key) === mentioned : /assign/i.test(key))) ??
      (all.length === 1 && !mentioned ? all[0] : undefined);
    if (field) this.#changes.clear(object, field);
  }
}

/** How a mutation joins what its ids name with its subject. */
function howOf({ action, verb, attribute }: Intent): WriteHow {
  const parts = action === 'unlink' || (action === 'state' && /^(?:un|dis|de)/.test(verb));
  const joins = parts ? 'part' : action === 'link' || action === 'state' ? 'join' : 'set';
  return { joins, alone: verb === 'move' || verb === 'transfer', name: attribute ?? verb };
}
