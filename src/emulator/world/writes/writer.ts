import { isRecord } from '../../../base/is-record.ts';
import { type Family, isValueList, type ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { goneState } from '../model/story.ts';
import type { Call } from '../reads/call.ts';
import { fieldMeant } from '../reads/named-field.ts';
import { isId, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { Changes } from './changes.ts';
import type { InputEntry } from './entries.ts';
import { writeItem } from './items.ts';
import { Joins } from './joins.ts';
import { itemsNamed } from './naming.ts';
import type { Plan } from './plan.ts';
import { UnknownObject } from './unknown-object.ts';
import { kindOf } from './verbs.ts';

/** Does to objects as one mutation says: every input that is a field is written, every id of an object is linked, the rest is noted. */
export class Writer {
  readonly changes: Changes;
  readonly #world: WorldParts;
  readonly #call: Call;
  readonly #plan: Plan;
  readonly #joins: Joins;

  constructor(world: WorldParts, call: Call, plan: Plan) {
    this.changes = new Changes(world);
    this.#world = world;
    this.#call = call;
    this.#plan = plan;
    this.#joins = new Joins(world, this.changes, plan);
  }

  /** Changes an object: moves the state that the mutation names, and writes what it is given; or deletes it. */
  change(object: StoredObject, family: Family, entries: readonly InputEntry[]): void {
    const { does, done, joins, attribute, isProven } = this.#plan;
    const { storyOf, reader, model } = this.#world;
    const story = storyOf(object.family);
    if (does === 'delete') {
      const gone = goneState(story);
      if (gone) this.changes.setState(object, gone, true);
      else this.changes.remove(object);
      // The id of something else says where the object is.
      const isOwn = ({ idOf }: InputEntry) => [undefined, family.name].includes(model.namedExactly(idOf ?? [])?.name);
      this.#note(object, entries.filter(isOwn));
      return;
    }
    const moved = this.#move(object, family);
    const turned = does === 'toggle' ? story?.find(attribute)?.state : undefined;
    if (turned) this.changes.setState(object, turned, !reader.holds(object, turned));
    // `unassignOwner(id:)` takes the owner away.
    const isTaken = joins === 'part' && !moved && attribute !== '' && entries.length === 0;
    if (isTaken) this.#write(object, family, { key: attribute, value: null, path: '', idOf: [] });
    // A value that neither the name nor the answer proves to be the object's is not written: `startJob(sensorId:, name:): Job`.
    const isWhole = moved || entries.some(({ value }) => Array.isArray(value));
    const items = isWhole ? undefined : itemsNamed(model, family, this.#plan.mentions);
    // `addMemberToTeams(userId:, teamIds:)`: what the verb joins is linked.
    const isSure = ({ idOf }: InputEntry) => isProven || moved || (kindOf(done[0]) && idOf && model.named(idOf));
    const write = (entry: InputEntry) => isSure(entry) && this.#write(object, family, entry);
    const left = items
      ? writeItem(this.#world, this.#plan, object, items, entries)
      : this.#meant(family, entries).filter((entry) => !write(entry));
    this.#note(object, left);
  }

  /** Makes a new object. @throws {UnknownObject} if its id is taken, or no object has an id. */
  create(family: Family, entries: readonly InputEntry[]): StoredObject {
    const { model } = this.#world;
    // The id of `addLine(id:)` may be that of the order which the line belongs to.
    const linked = model.linksOf(family).map(({ target }) => target);
    const isOther = (value: unknown): boolean =>
      linked.some((type) => !model.familiesOf(type).includes(family) && this.#world.find(type, value) !== undefined);
    const own = entries.find(
      ({ key, idOf, value }) => (family.identity?.name === key || idOf?.length === 0) && !isOther(value),
    );
    const id = isId(own?.value) ? own.value : undefined;
    if (own && this.#world.family(family.name).byId.get(String(id))?.isAlive)
      throw new UnknownObject(own.key, id, true);
    const asked = new Set(this.#plan.inputs.map((name) => fieldMeant(model, family, name)?.key));
    const object = this.changes.create(family, id, ({ key }) => asked.has(key));
    const { holder } = this.#call.owner;
    if (holder && !model.families.get(holder.family)?.isSingle) this.#joins.join(object, family, holder, true);
    const others = id === undefined ? entries : entries.filter((entry) => entry !== own);
    this.#move(object, family);
    const left = others.filter((entry) => !this.#write(object, family, entry));
    this.#note(object, left);
    return object;
  }

  /** Notes what has no effect, but for the names of what the object belongs to. */
  #note(object: StoredObject, entries: readonly InputEntry[]): void {
    for (const { path, idOf, value } of entries) {
      const type = this.#world.model.named(idOf ?? []);
      const above = type && this.#world.find(type, value);
      if (!above || !this.#joins.isBelow(object, above)) this.#call.note(path);
    }
  }

  /** Gives the one input that no field is called after to the field that the mutation mentions: `changeSize(id:, value:)`. */
  #meant(family: Family, entries: readonly InputEntry[]): readonly InputEntry[] {
    const { attribute, states } = this.#plan;
    const meant = (key: string) => fieldMeant(this.#world.model, family, key);
    const field = states.length === 0 ? meant(attribute) : undefined;
    if (!field || entries.some(({ key }) => meant(key)?.key === field.key)) return entries;
    if (!isValueList(field) && flatName(field.definition.name) !== attribute) return entries;
    const [free, ...others] = isValueList(field) ? entries : entries.filter(({ key }) => !meant(key));
    return entries.map((each) => (each === free && others.length === 0 ? { ...each, key: attribute } : each));
  }

  /** Moves the state that the mutation names, and says when it did: `rebootDevice` sets `rebootedAt` or `lastRebootAt`. */
  #move(object: StoredObject, family: Family): boolean {
    const { states } = this.#plan;
    const story = this.#world.storyOf(object.family);
    // A state that the words name by themselves comes before one that they deny.
    const named = states.flatMap((word) => story?.find(word) ?? []);
    const moved = named.find(({ holds, state }) => holds || state.shows[0]?.role === 'flag') ?? named[0];
    if (moved) this.changes.setState(object, moved.state, moved.holds);
    for (const field of this.#world.model.fieldsOfFamily(family).values()) {
      const word = /^(?:last)?(.+)(?:at|on|date|time)$/.exec(flatName(field.definition.name))?.[1] ?? '';
      if (field.kind === 'value' && states.includes(word)) this.changes.set(object, field, this.changes.now());
    }
    return moved !== undefined;
  }

  /** Writes one input; false if the object has nothing for it. @throws {UnknownObject} if no object has an id. */
  #write(object: StoredObject, family: Family, entry: InputEntry): boolean {
    const { key, value } = entry;
    const { model, links } = this.#world;
    // The `note` of a pause is its `pausedNote`.
    const [field] = [key, ...this.#plan.states.map((word) => word + flatName(key))].flatMap(
      (name) => fieldMeant(model, family, name, this.#joins.mentioned) ?? [],
    );
    const isItsId = field?.kind === 'identity' && String(value) === String(object.id);
    if (field?.kind === 'identity' && (isItsId || this.#plan.does !== 'create')) return isItsId;
    if (field?.kind === 'value') return this.#writeValue(object, field, value);
    if (field && /^part/.test(field.kind)) return this.#writePart(object, field, entry);
    const shown =
      field || typeof value !== 'boolean' ? undefined : this.#world.storyOf(object.family)?.find(flatName(key));
    if (shown) this.changes.setState(object, shown.state, shown.holds === value);
    if (shown) return true;
    if (value !== null) return this.#joins.link(object, family, field?.target ? field : undefined, entry);
    if (field?.kind !== 'reference' || !isNullable(field.definition)) return false;
    const before = links.referenceOf(object, field);
    return before === null || links.join(object, field, before, false);
  }

  #writeValue(object: StoredObject, field: ModelField, value: unknown): boolean {
    const { reader } = this.#world;
    const { joins } = this.#plan;
    let after = value;
    if (isValueList(field) && joins !== 'set') {
      const before = [reader.leaf(this.#world.view(object), field) ?? []].flat();
      const items: readonly unknown[] = [value].flat();
      const others = before.filter((each) => !items.includes(each));
      after = joins === 'part' ? others : [...new Set([...before, ...items])];
    }
    if (!isAllowed(field.definition.type, after)) return false;
    this.changes.set(object, field, structuredClone(after));
    return true;
  }

  #writePart(
    object: StoredObject,
    { key, kind, definition, target }: ModelField,
    { value, path }: InputEntry,
  ): boolean {
    const { model, store } = this.#world;
    const before = object.values[key];
    // A part that was set to null has no old values, whatever a fixture said.
    const after = kind === 'part' ? merged(before, value) : structuredClone(value);
    const isPart = kind === 'part' ? isRecord(value) : Array.isArray(value) && value.every(isRecord);
    if (!isPart && (value !== null || !isNullable(definition))) return false;
    if (JSON.stringify(before) !== JSON.stringify(after)) store.put(object, key, after);
    const fields = new Set(target && model.membersOf(target).flatMap((member) => Object.keys(member.getFields())));
    const keys = new Set([value].flat().flatMap((item) => Object.keys(item ?? {})));
    for (const each of keys) if (!fields.has(each)) this.#call.note(`${path}.${each}`);
    return true;
  }
}

/** The value before, with the new one over it at every depth. */
function merged(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return structuredClone(after);
  const inner = Object.entries(after).map(([key, value]) => [key, merged(before[key], value)] as const);
  return { ...before, ...Object.fromEntries(inner) };
}
