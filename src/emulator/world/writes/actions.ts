import { type Family, isValueList } from '../model/model-field.ts';
import { flatName, idName } from '../model/names.ts';
import { goneState } from '../model/story.ts';
import type { Call } from '../reads/call.ts';
import { fieldMeant } from '../reads/named-field.ts';
import { isId, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { Changes } from './changes.ts';
import type { Entry } from './inputs.ts';
import type { Plan } from './plan.ts';
import { UnknownObject, Writer } from './writer.ts';

/** Does to objects as one mutation says. */
export class Actions {
  readonly #world: WorldParts;
  readonly #call: Call;
  readonly #plan: Plan;
  readonly #changes: Changes;
  readonly #writer: Writer;

  constructor(world: WorldParts, call: Call, plan: Plan) {
    this.#world = world;
    this.#call = call;
    this.#plan = plan;
    this.#changes = new Changes(world);
    this.#writer = new Writer(world, this.#changes, plan);
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
  run(object: StoredObject, writes: readonly Entry[]): void {
    const { does, states, joins, attribute, isProven } = this.#plan;
    const family = this.#world.model.families.get(object.family);
    const story = this.#world.storyOf(object.family);
    if (!family) return;
    if (does === 'delete') {
      const gone = goneState(story);
      if (gone) this.#changes.setState(object, gone, true);
      else this.#changes.remove(object);
      // The id of something else says where the object is.
      const names = (key: string) => this.#world.model.namedExactly(idName(key)?.words ?? []);
      this.#note(writes.filter(({ key }) => [undefined, family.name].includes(names(key)?.name)));
      return;
    }
    // A state that the words name by themselves comes before one that they deny.
    const named = states.flatMap((word) => story?.find(word) ?? []);
    const moved = named.find(({ holds, state }) => holds || state.shows[0]?.role === 'flag') ?? named[0];
    if (moved) this.#changes.setState(object, moved.state, moved.holds);
    this.#recordMoment(object, family);
    const turned = does === 'toggle' ? story?.find(attribute)?.state : undefined;
    if (turned) this.#changes.setState(object, turned, !this.#world.reader.holds(object, turned));
    // A value that neither the name nor the answer proves to be the object's is not written: `startJob(sensorId:, name:): Job`.
    if (!isProven && !moved) this.#note(writes);
    // `unassignOwner(id:)` takes the owner away.
    else if (joins === 'part' && !moved && attribute && writes.length === 0)
      this.#writer.writeAll(object, family, [{ key: attribute, value: null, path: '' }]);
    else this.#write(object, family, this.#meant(family, writes));
  }

  /** Makes a new object. @throws {UnknownObject} if its id is taken, or no object has an id. */
  create(family: Family, entries: readonly Entry[]): StoredObject {
    const { model, population } = this.#world;
    const own = entries.find(({ key }) => family.identity?.name === key || idName(key)?.words.length === 0);
    const id = isId(own?.value) ? own.value : undefined;
    if (own && population.family(family.name).byId.get(String(id))?.isAlive)
      throw new UnknownObject(own.key, id, { isTaken: true });
    const object = this.#changes.create(family, id);
    const { holder } = this.#call.owner;
    if (holder && !model.families.get(holder.family)?.isSingle) this.#writer.join(object, family, holder);
    this.#write(object, family, id === undefined ? entries : entries.filter((entry) => entry !== own));
    return object;
  }

  /** Writes what the object has something for, and notes the rest. */
  #write(object: StoredObject, family: Family, entries: readonly Entry[]): void {
    this.#note(this.#writer.writeAll(object, family, entries));
  }

  #note(entries: readonly Entry[]): void {
    for (const { path } of entries) this.#call.note(path);
  }

  /** Gives the one input that no field is called after to the field that the mutation mentions: `changeSize(id:, value:)`. */
  #meant(family: Family, entries: readonly Entry[]): readonly Entry[] {
    const { model } = this.#world;
    const { attribute, states } = this.#plan;
    const field = attribute && states.length === 0 ? fieldMeant(model, family, attribute) : undefined;
    if (!field || entries.some(({ key }) => fieldMeant(model, family, key)?.key === field.key)) return entries;
    const [free, ...others] = isValueList(field)
      ? entries
      : entries.filter(({ key }) => !fieldMeant(model, family, key));
    if (others.length > 0) return entries;
    return entries.map((each) => (each === free ? { ...each, key: field.definition.name } : each));
  }

  /** `rebootDevice` sets `rebootedAt` or `lastRebootAt`. */
  #recordMoment(object: StoredObject, family: Family): void {
    for (const field of this.#world.model.fieldsOfFamily(family).values()) {
      const word = /^(?:last)?(.+)(?:at|on|date|time)$/.exec(flatName(field.definition.name))?.[1];
      if (field.kind === 'value' && word !== undefined && this.#plan.states.includes(word))
        this.#changes.set(object, field, this.#changes.now());
    }
  }
}
