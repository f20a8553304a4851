import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { type Family, type FieldSlot, isNullable, type Model } from './model.ts';
import { isoOf, worldTime } from './moments.ts';
import { bare, idName, singulars } from './names.ts';
import { asText } from './operators.ts';
import type { Population } from './population.ts';
import { fits, type Reader } from './reader.ts';
import type { Relations } from './relations.ts';
import { keep, type State } from './state.ts';
import { nameOf, type Thing } from './thing.ts';

/** The steps of a change, made only when all of them are known to be possible. */
export type Steps = (() => void)[];

/** An id in an input that no object has. */
export class UnknownObject extends Error {
  readonly argument: string;

  constructor(argument: string, id: unknown) {
    super(`The emulator has no object with the ${argument} "${asText(id)}".`);
    this.argument = argument;
  }
}

interface Parts {
  readonly model: Model;
  readonly state: State;
  readonly population: Population;
  readonly relations: Relations;
  readonly reader: Reader;
}

/** Changes the objects of the world. */
export interface Writes {
  /** The slot that an input's name means. */
  slotNamed(family: Family, name: string): FieldSlot | undefined;
  /** The present of the world: a second later with each change. */
  now(): string;
  set(family: Family, index: number, key: string, value: unknown): () => void;
  /** Writes one entry of an input. `note` is called if the object has nothing for it. */
  write(steps: Steps, thing: Placed, key: string, value: unknown, note: (what: string) => void): void;
  /** Joins or parts two objects by whatever the schema has for it; false if it has nothing. */
  link(steps: Steps, item: Thing, owner: Thing, isLinked: boolean, how?: LinkHow): boolean;
  /** The next object of a family, and the step that makes it: what the input could have set and did not is null. */
  create(steps: Steps, family: Family, settable: ReadonlySet<string>): Placed;
  /** Marks an object as changed now. */
  touch(steps: Steps, thing: Pick<Placed, 'family' | 'index'>): void;
  /** Deletes an object, and those that cannot be without it. */
  remove(thing: Thing): void;
  /** Makes the steps, as one change. */
  commit(steps: Steps): void;
}

/** How two objects are joined. */
export interface LinkHow {
  /** Whether the item belongs to no other owner then, as after a move. */
  readonly alone?: boolean;
  /** The list of the owner, if the mutation mentions it. */
  readonly list?: string | undefined;
}

/** An object with a place of its own. */
export type Placed = Thing & { readonly family: Family };

export function createWrites({ model, state, population, relations, reader }: Parts): Writes {
  const now = (): string => isoOf(worldTime + state.clock * 1000);

  const set = (family: Family, index: number, key: string, value: unknown) => (): void =>
    keep(population.state(family), index, key, value);

  function slotNamed(family: Family, name: string): FieldSlot | undefined {
    const slots = model.slotsOf(family);
    const word = bare(name.replace(/^[_$]+/, ''));
    for (const [field, slot] of slots) if (bare(field) === word) return slot;
    for (const slot of slots.values()) if (bare(slot.key) === word) return slot;
    const inner = /^(?:new|set|updated)(.+)$/.exec(word)?.[1] ?? /^(.+?)(?:input|value|data)$/.exec(word)?.[1];
    if (inner) for (const [field, slot] of slots) if (bare(field) === inner) return slot;
    return undefined;
  }

  /** The slot that `groupId` or `groupIds` names: by its own name, or that of its type. */
  function referenceNamed(family: Family, words: readonly string[], many: boolean): FieldSlot | undefined {
    const slots = [...model.slotsOf(family).values()].filter(
      ({ kind }) => kind === 'reference' || kind === 'references',
    );
    const word = words.join('').replace(/^(?:add|added|remove|removed|new|set)/, '');
    const rank = (slot: FieldSlot): number => (slot.kind === (many ? 'references' : 'reference') ? 0 : 1);
    const sorted = slots.sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1));
    const own = sorted.find(({ key }) => singulars(bare(key)).includes(word) || bare(key) === word);
    if (own) return own;
    const target = model.named([word]) ?? model.named(words);
    const families = target ? model.familiesOf(target) : [];
    return sorted.find((slot) => slot.target && model.familiesOf(slot.target).some((each) => families.includes(each)));
  }

  function write(steps: Steps, thing: Placed, key: string, value: unknown, note: (what: string) => void): void {
    const { family, index } = thing;
    const id = idName(key);
    const slot =
      slotNamed(family, key) ?? (id && id.words.length > 0 ? referenceNamed(family, id.words, id.many) : undefined);
    if (slot === undefined) linkFrom(steps, thing, key, value, note);
    else if (slot.kind === 'identity') {
      if (value !== null && fits(slot.field.type, value)) steps.push(set(family, index, 'id', value));
    } else if (slot.kind === 'value') {
      if (fits(slot.field.type, value)) steps.push(set(family, index, slot.key, structuredClone(value)));
      else note(key);
    } else if (slot.kind === 'reference') writeReference(steps, thing, slot, key, value, note);
    else if (slot.kind === 'references') writeList(steps, thing, slot, key, value, note);
    else if (slot.kind === 'part') {
      if (value === null && isNullable(slot.field)) steps.push(set(family, index, slot.key, null));
      else if (isRecord(value)) steps.push(() => mergePart(thing, slot, value));
      else note(key);
    } else if (Array.isArray(value) && value.every(isRecord))
      steps.push(set(family, index, slot.key, structuredClone(value)));
    else note(key);
  }

  function mergePart(
    { family, index }: { family: Family; index: number },
    slot: FieldSlot,
    value: Readonly<Record<string, unknown>>,
  ): void {
    const before =
      population.state(family).changed.get(index)?.[slot.key] ??
      population.state(family).fixtures.get(index)?.[slot.key];
    keep(population.state(family), index, slot.key, merged(isRecord(before) ? before : {}, value));
  }

  function find(slot: FieldSlot, key: string, id: unknown): Thing {
    const found = slot.target && population.find(slot.target, id);
    if (found === undefined) throw new UnknownObject(key, id);
    return found;
  }

  function writeReference(
    steps: Steps,
    thing: Placed,
    slot: FieldSlot,
    key: string,
    value: unknown,
    note: (what: string) => void,
  ): void {
    const { family, index } = thing;
    const asked = isRecord(value) ? connected(value) : value;
    if (asked === undefined) {
      note(key);
      return;
    }
    if (asked === null) {
      if (isNullable(slot.field)) steps.push(set(family, index, slot.key, null));
      else note(key);
      return;
    }
    if (typeof asked !== 'string' && typeof asked !== 'number') {
      note(key);
      return;
    }
    const target = find(slot, key, asked);
    steps.push(set(family, index, slot.key, { ref: nameOf(target) }));
  }

  /** The id in `{ connect: { id } }` or `{ id }`; null for `{ disconnect: true }`. */
  function connected(value: Readonly<Record<string, unknown>>): unknown {
    if (value['disconnect'] === true) return null;
    const inner = value['connect'] ?? value['set'] ?? value;
    return isRecord(inner) ? inner['id'] : inner;
  }

  function writeList(
    steps: Steps,
    thing: Placed,
    slot: FieldSlot,
    key: string,
    value: unknown,
    note: (what: string) => void,
  ): void {
    const word = bare(key);
    const given = isRecord(value)
      ? value
      : {
          [/^(?:add|attach)/.test(word)
            ? 'connect'
            : /^(?:remove|detach)/.test(word)
              ? 'disconnect'
              : Array.isArray(value)
                ? 'set'
                : 'connect']: value,
        };
    let understood = false;
    for (const [how, each] of Object.entries(given)) {
      if (each === null || each === undefined) continue;
      const ids = (Array.isArray(each) ? each : [each]).map((one) => (isRecord(one) ? one['id'] : one));
      if (
        !/^(?:set|connect|add|disconnect|remove)$/.test(how) ||
        ids.some((id) => typeof id !== 'string' && typeof id !== 'number')
      )
        continue;
      understood = true;
      const items = ids.map((id) => find(slot, key, id));
      if (how === 'set') {
        steps.push(() => {
          for (const item of listed(thing, slot)) relate(thing, slot, item, false);
          for (const item of items) relate(thing, slot, item, true);
        });
      } else for (const item of items) steps.push(() => relate(thing, slot, item, how === 'connect' || how === 'add'));
    }
    if (!understood && !(Array.isArray(value) && value.length === 0)) note(key);
  }

  function listed(thing: Thing, slot: FieldSlot): readonly Thing[] {
    const list = reader.many(thing, slot);
    return Array.from({ length: Math.min(list.length, 100_000) }, (_, position) => list.at(position));
  }

  /** Puts an item into a list or takes it out: by the item's reference back if there is one. */
  function relate(owner: Placed, slot: FieldSlot, item: Thing, isLinked: boolean): void {
    if (item.family === undefined) return;
    const back = relations.backReference(item.family, owner.family);
    if (back === undefined)
      relations.link(relations.linkName(owner.family, slot.key, item.family), owner, item, isLinked);
    else if (isLinked) keep(population.state(item.family), item.index, back.key, { ref: nameOf(owner) });
    else if (isNullable(back.field)) keep(population.state(item.family), item.index, back.key, null);
  }

  /** An id of an object that has a list of these: `groupId` of a device that only `Group.devices` knows. */
  function linkFrom(steps: Steps, thing: Placed, key: string, value: unknown, note: (what: string) => void): void {
    const id = idName(key);
    const target = id && id.words.length > 0 ? model.named(id.words) : undefined;
    if (target === undefined) {
      note(key);
      return;
    }
    for (const each of Array.isArray(value) ? value : [value]) {
      const owner = population.find(target, each);
      if (owner === undefined) throw new UnknownObject(key, each);
      if (!link(steps, thing, owner, true)) note(key);
    }
  }

  function link(
    steps: Steps,
    item: Thing,
    owner: Thing,
    isLinked: boolean,
    { alone = false, list }: LinkHow = {},
  ): boolean {
    if (item.family === undefined || owner.family === undefined) return false;
    const [itemFamily, ownerFamily] = [item.family, owner.family];
    const there = listSlot(ownerFamily, itemFamily, list);
    const reference = relations.backReference(itemFamily, ownerFamily);
    if (reference) {
      if (!isLinked && !isNullable(reference.field)) return false;
      steps.push(set(itemFamily, item.index, reference.key, isLinked ? { ref: nameOf(owner) } : null));
      return true;
    }
    const here = listSlot(itemFamily, ownerFamily);
    const other = relations.backReference(ownerFamily, itemFamily);
    if (there === undefined && here === undefined) {
      if (other === undefined || (!isLinked && !isNullable(other.field))) return false;
      steps.push(set(ownerFamily, owner.index, other.key, isLinked ? { ref: nameOf(item) } : null));
      return true;
    }
    steps.push(() => {
      if (alone && here)
        for (const before of listed(item, here)) relate({ ...item, family: itemFamily }, here, before, false);
      if (there) relate({ ...owner, family: ownerFamily }, there, item, isLinked);
      else if (here) relate({ ...item, family: itemFamily }, here, owner, isLinked);
    });
    return true;
  }

  function listSlot(family: Family, item: Family, name?: string): FieldSlot | undefined {
    const lists = [...model.slotsOf(family).values()].filter(
      (slot) => slot.kind === 'references' && slot.target && model.familiesOf(slot.target).includes(item),
    );
    return lists.find(({ key }) => name !== undefined && [name, `${name}s`].includes(bare(key))) ?? lists[0];
  }

  /** What the input could have set and did not is null: as it would be in the service. */
  function create(steps: Steps, family: Family, settable: ReadonlySet<string>): Placed {
    const own = population.state(family);
    const index = own.size + own.created + steps.filter((step) => creations.get(step) === family).length;
    const thing = Object.assign(population.thing(family, index), { family });
    const make = (): void => {
      own.created += 1;
      for (const slot of model.slotsOf(family).values()) {
        const { field, key, kind } = slot;
        const canSet = settable.has(bare(field.name)) || settable.has(bare(key));
        if (kind === 'reference' && !slot.byId) {
          const target = reader.one(thing, slot);
          const back = target?.family && relations.backReference(family, target.family)?.key === key;
          // What is not given refers to nothing, if that is allowed.
          if (isNullable(field)) keep(own, index, key, null);
          else if (target && back) keep(own, index, key, { ref: nameOf(target) });
        } else if (kind === 'value' && isRecorded(field.name)) {
          if (fits(field.type, now())) keep(own, index, key, now());
        } else if (canSet && kind !== 'identity' && isNullable(field)) keep(own, index, key, null);
      }
    };
    creations.set(make, family);
    steps.push(make);
    return thing;
  }

  const creations = new WeakMap<() => void, Family>();

  function touch(steps: Steps, { family, index }: { family: Family; index: number }): void {
    for (const slot of model.slotsOf(family).values()) {
      if (
        slot.kind === 'value' &&
        /^(?:updated|modified|changed|edited|lastUpdated|lastModified)_?(?:At|On|Date|_at)$/.test(slot.field.name) &&
        fits(slot.field.type, now())
      )
        steps.push(() => keep(population.state(family), index, slot.key, now()));
    }
  }

  /** Deletes an object, and those that cannot be without it. */
  function remove(thing: Thing, depth = 0): void {
    if (thing.family === undefined || !population.isAlive(thing.family, thing.index)) return;
    const dependents: Thing[] = [];
    if (depth < 8) {
      for (const family of model.families.values()) {
        const back = relations.backReference(family, thing.family);
        if (back === undefined || isNullable(back.field) || family === thing.family) continue;
        const list = relations.list(thing, {
          ...back,
          key: ' ',
          kind: 'references',
          target: family.types[0] ?? thing.type,
        });
        for (let position = 0; position < list.length; position += 1) dependents.push(list.at(position));
      }
    }
    population.state(thing.family).deleted.add(thing.index);
    for (const dependent of dependents) remove(dependent, depth + 1);
  }

  function commit(steps: Steps): void {
    if (steps.length === 0) return;
    state.clock += 1;
    for (const step of steps) step();
    state.version += 1;
  }

  return { write, link, create, touch, remove: (thing) => remove(thing), commit, slotNamed, now, set };
}

/** The names that an input type can set. */
export function settableBy(types: readonly GraphQLInputType[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (type: GraphQLInputType, depth: number): void => {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || depth > 3) return;
    for (const field of Object.values(named.getFields())) {
      found.add(bare(field.name));
      const id = idName(field.name);
      if (id) found.add(id.words.join(''));
      visit(field.type, depth + 1);
    }
  };
  for (const type of types) visit(type, 0);
  return found;
}

/** Fields that record when an object was made. */
function isRecorded(name: string): boolean {
  return /^(?:created|updated|inserted|registered|modified|added)_?(?:At|On|Date|_at)$/i.test(name);
}

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
