import { type Family, isValueList, type ModelField } from '../model/model-field.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { goneState, type StoryState } from '../model/story.ts';
import type { Call } from '../reads/call.ts';
import { fieldMeant, fieldNamed } from '../reads/named-field.ts';
import { isId, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { Changes } from './changes.ts';
import type { Intent } from './intent.ts';
import type { ArgumentEntry, AskedChange } from './mutation-arguments.ts';
import { statesOfVerb } from './verbs.ts';
import { UnknownObject, Writer } from './writer.ts';

/** Does to objects as one mutation says. */
export class Actions {
  readonly #world: WorldParts;
  readonly #call: Call;
  readonly #intent: Intent;
  readonly #changes: Changes;
  readonly #writer: Writer;

  constructor(world: WorldParts, call: Call, intent: Intent) {
    this.#world = world;
    this.#call = call;
    this.#intent = intent;
    this.#changes = new Changes(world);
    const { kind, verb, attribute } = intent;
    const parts = kind === 'part' || (kind === 'state' && /^(?:un|dis|de)/.test(verb));
    this.#writer = new Writer(world, this.#changes, {
      joins: parts ? 'part' : kind === 'join' || kind === 'state' ? 'join' : 'set',
      alone: verb === 'move' || verb === 'transfer',
      name: kind === 'create' ? undefined : (attribute ?? verb),
    });
  }

  /** Other objects that the inputs named. */
  get named(): ReadonlySet<StoredObject> {
    return this.#writer.named;
  }

  /** Records that these were changed. */
  touch(objects: Iterable<StoredObject>): void {
    for (const object of objects) this.#changes.touch(object);
  }

  /** Deletes an object, for good or so that it can be restored; or changes it. */
  run(object: StoredObject, family: Family, { writes }: AskedChange): void {
    const { kind, verb, attribute, isAnswered } = this.#intent;
    const gone = goneState(this.#world.storyOf(family.name));
    if (kind === 'delete') {
      if (gone) this.#changes.setState(object, gone, true);
      else this.#changes.remove(object);
      return;
    }
    const states = kind === 'state' ? statesOfVerb(verb) : [];
    // The more a word says, the sooner it counts: `dispatchPaused` before `paused`.
    const words =
      attribute && kind === 'state'
        ? [...states.map((each) => attribute + each), verb + attribute, ...states, attribute]
        : states;
    const isMoved = this.#setState(object, words);
    this.#recordMoment(object, family, words);
    // A value that neither the name nor the answer proves to be the object's is not written: `startJob(sensorId:, name:): Job`.
    const proven = kind !== 'state' || isMoved || isAnswered ? writes : [];
    for (const entry of writes) if (!proven.includes(entry)) this.#call.note(entry.path);
    if (kind === 'part' && !proven.some(({ key }) => idName(key))) this.#unassign(object, family);
    const isWritten = this.#write(object, family, this.#meant(family, words, proven));
    if (kind === 'toggle' && !isWritten) this.#toggle(object);
    // `setDeviceOffline(id:)` names a state.
    if (kind === 'set' && !isWritten && attribute) this.#setState(object, [attribute]);
  }

  /** Makes a new object. @throws {UnknownObject} if its id is taken, or no object has an id. */
  create(family: Family, { ids, writes }: AskedChange): StoredObject {
    const { model, population } = this.#world;
    const entries = [...ids, ...writes];
    const own = entries.find(({ key }) => family.identity?.name === key || idName(key)?.words.length === 0);
    const id = isId(own?.value) ? own.value : undefined;
    if (own && population.family(family.name).byId.get(String(id))?.isAlive) throw new UnknownObject(own.key, id, true);
    const object = this.#changes.create(family, id);
    const { holder } = this.#call.owner;
    if (holder && !model.families.get(holder.family)?.isSingle) this.#writer.join(object, family, holder, true);
    this.#write(object, family, id === undefined ? entries : entries.filter((entry) => entry !== own));
    return object;
  }

  /** Writes the entries that the object has something for, and notes the rest; false if there is none. */
  #write(object: StoredObject, family: Family, entries: readonly ArgumentEntry[]): boolean {
    const isUnknown = (entry: ArgumentEntry): boolean => !this.#writer.write(object, family, entry);
    const first = entries.filter(isUnknown);
    // An id may name what the object belongs to by another input.
    const unknown = first.length < entries.length ? first.filter(isUnknown) : first;
    for (const { path } of unknown) this.#call.note(path);
    return unknown.length < entries.length;
  }

  /**
   * Gives what no field is called after to the field that the mutation means: `note` of a pause is its `pausedNote`, and what is
   * left is `renameDevice(to:)` or `addDeviceTag(name:)`.
   */
  #meant(family: Family, words: readonly string[], entries: readonly ArgumentEntry[]): readonly ArgumentEntry[] {
    const { model } = this.#world;
    const { kind, attribute, verb } = this.#intent;
    const meant = (name: string): ModelField | undefined => fieldMeant(model, family, name);
    if (kind === 'state')
      return entries.map((entry) => {
        const [field] = meant(entry.key)
          ? []
          : words.flatMap((word) => fieldNamed(model, family, word + flatName(entry.key)) ?? []);
        return field ? { ...entry, key: field.definition.name } : entry;
      });
    const names = attribute ? [attribute] : verb === 'rename' ? ['name', 'title', 'displayName', 'label'] : [];
    const [field] = names.flatMap((name) => meant(name) ?? []);
    if (field === undefined || entries.some(({ key }) => meant(key)?.key === field.key)) return entries;
    const entry = isValueList(field) ? entries[0] : entries.find(({ key }) => meant(key) === undefined);
    return entries.map((each) => (each === entry ? { ...each, key: field.definition.name } : each));
  }

  /** Makes the first state hold that a word names; one that the words name by themselves before one that they deny. */
  #setState(object: StoredObject, words: readonly string[]): boolean {
    const found = this.#statesNamed(object, words);
    const best = found.find(({ holds, state }) => holds || state.shows[0]?.role === 'flag') ?? found[0];
    if (best) this.#changes.setState(object, best.state, best.holds);
    return best !== undefined;
  }

  #statesNamed({ family }: StoredObject, words: readonly string[]) {
    const story = this.#world.storyOf(family);
    return words.flatMap((word) => story?.find(word) ?? []);
  }

  /** `rebootDevice` sets `rebootedAt` or `lastRebootAt`. */
  #recordMoment(object: StoredObject, family: Family, words: readonly string[]): void {
    for (const field of this.#world.model.fieldsOfFamily(family).values()) {
      const word = /^(?:last)?(.+)(?:at|on|date|time)$/.exec(flatName(field.definition.name))?.[1];
      if (field.kind === 'value' && word !== undefined && words.includes(word))
        this.#changes.set(object, field, this.#changes.now());
    }
  }

  /** Turns a flag over: the one that the mutation mentions, the one that is called after switching, or the only one. */
  #toggle(object: StoredObject): void {
    const { storyOf, reader } = this.#world;
    const { attribute } = this.#intent;
    const words = attribute ? [attribute, ...statesOfVerb(attribute)] : ['enabled', 'active', 'on'];
    const isFlag = ({ shows }: StoryState): boolean => shows.some(({ role }) => role === 'flag');
    const [only, ...others] = [...(storyOf(object.family)?.states.values() ?? [])].filter(isFlag);
    const named = this.#statesNamed(object, words).find(({ state }) => isFlag(state))?.state;
    const state = named ?? (attribute || others.length > 0 ? undefined : only);
    if (state) this.#changes.setState(object, state, !reader.holds(object, state));
  }

  /** Takes away the reference that the mutation mentions, the one that says to whom an object is assigned, or the only one. */
  #unassign(object: StoredObject, family: Family): void {
    const mentioned = this.#intent.attribute;
    const all = this.#world.model
      .linksOf(family)
      .filter(({ kind, definition }) => kind === 'reference' && isNullable(definition));
    const field =
      all.find(({ key }) => (mentioned ? flatName(key) === mentioned : /assign/i.test(key))) ??
      (all.length === 1 && !mentioned ? all[0] : undefined);
    if (field) this.#writer.unlink(object, field);
  }
}
