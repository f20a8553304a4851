import { isRecord } from '../../base/is-record.ts';
import { referenceOfInput, slotOfInput } from './input-names.ts';
import type { Links } from './links.ts';
import type { FieldSlot, Model } from './model.ts';
import { bare, idName } from './names.ts';
import { isNullable } from './nullability.ts';
import type { Population } from './population.ts';
import { fits } from './reader.ts';
import { keep, kept } from './state.ts';
import { type Steps, settingOf } from './steps.ts';
import { nameOf, type Placed, type Thing } from './thing.ts';
import { UnknownObject } from './unknown-object.ts';

/** One value of an input, to be written to an object. */
export interface InputEntry {
  /** Where the steps that write it are added. */
  readonly steps: Steps;
  readonly thing: Placed;
  readonly key: string;
  readonly value: unknown;
  /** Called if the object has nothing for it. */
  readonly note: () => void;
}

/** Makes the steps that write values of inputs: to a field, a reference, a list or a part, whichever the key means. */
export function createInputWriter(model: Model, population: Population, links: Links): (entry: InputEntry) => void {
  function write(entry: InputEntry): void {
    const { steps, thing, key, value, note } = entry;
    const { family } = thing;
    const id = idName(key);
    const slot =
      slotOfInput(model, family, key) ??
      (id && id.words.length > 0 ? referenceOfInput(model, family, id.words, id.many) : undefined);
    if (slot === undefined) linkFrom(entry);
    else if (slot.kind === 'identity') {
      if (value !== null && fits(slot.field.type, value)) steps.push(settingOf(population, thing, 'id', value));
    } else if (slot.kind === 'value') {
      if (fits(slot.field.type, value)) steps.push(settingOf(population, thing, slot.key, structuredClone(value)));
      else note();
    } else if (slot.kind === 'reference') writeReference(entry, slot);
    else if (slot.kind === 'references') writeList(entry, slot);
    else if (slot.kind === 'part') {
      if (value === null && isNullable(slot.field)) steps.push(settingOf(population, thing, slot.key, null));
      else if (isRecord(value)) steps.push(() => mergePart(thing, slot, value));
      else note();
    } else if (Array.isArray(value) && value.every(isRecord))
      steps.push(settingOf(population, thing, slot.key, structuredClone(value)));
    else note();
  }

  function mergePart({ family, index }: Placed, slot: FieldSlot, value: Readonly<Record<string, unknown>>): void {
    // A part that was set to null has no old values, whatever a fixture said.
    const before = kept(population.state(family), index, slot.key);
    keep(population.state(family), index, slot.key, merged(isRecord(before) ? before : {}, value));
  }

  function find(slot: FieldSlot, key: string, id: unknown): Thing {
    const found = slot.target && population.find(slot.target, id);
    if (found === undefined) throw new UnknownObject(key, id);
    return found;
  }

  function writeReference({ steps, thing, key, value, note }: InputEntry, slot: FieldSlot): void {
    const asked = isRecord(value) ? connected(value) : value;
    if (asked === null && isNullable(slot.field)) steps.push(settingOf(population, thing, slot.key, null));
    else if (typeof asked === 'string' || typeof asked === 'number')
      steps.push(settingOf(population, thing, slot.key, { ref: nameOf(find(slot, key, asked)) }));
    else note();
  }

  function writeList({ steps, thing, key, value, note }: InputEntry, slot: FieldSlot): void {
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
      if (how === 'set') steps.push(() => links.replace(thing, slot, items));
      else
        for (const item of items) steps.push(() => links.relate(thing, slot, item, how === 'connect' || how === 'add'));
    }
    if (!understood && !(Array.isArray(value) && value.length === 0)) note();
  }

  /** An id of an object that has a list of these: `groupId` of a device that only `Group.devices` knows. */
  function linkFrom({ steps, thing, key, value, note }: InputEntry): void {
    const id = idName(key);
    const target = id && id.words.length > 0 ? model.named(id.words) : undefined;
    if (target === undefined) {
      note();
      return;
    }
    for (const each of Array.isArray(value) ? value : [value]) {
      const owner = population.find(target, each);
      if (owner === undefined) throw new UnknownObject(key, each);
      if (!links.link(steps, thing, owner, true)) note();
    }
  }

  return write;
}

/** The id in `{ connect: { id } }` or `{ id }`; null for `{ disconnect: true }`. */
function connected(value: Readonly<Record<string, unknown>>): unknown {
  if (value['disconnect'] === true) return null;
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
