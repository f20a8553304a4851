import { isRecord } from '../../base/is-record.ts';
import type { Field } from '../../graphql/fields.ts';
import type { Call } from './call.ts';
import { notFound } from './errors.ts';
import { failureMember, failureThing } from './failure-thing.ts';
import type { FieldSlot, Model } from './model.ts';
import { bare, idName, wordsOf } from './names.ts';
import { isNullable } from './nullability.ts';
import { asText } from './operators.ts';
import type { Population } from './population.ts';
import type { FilterOf } from './predicate.ts';
import type { Reader } from './reader.ts';
import type { Relations } from './relations.ts';
import type { Arguments } from './select.ts';
import { Thing } from './thing.ts';

const inputs = /^(?:input|where|filter|by|selector|data|key|params|options)$/;

interface Parts {
  readonly model: Model;
  readonly population: Population;
  readonly relations: Relations;
  readonly reader: Reader;
  readonly filterOf: FilterOf;
}

/** Answers fields with one object or part: the one that the arguments name; null or an error if there is none. */
export function createSingle({
  model,
  population,
  relations,
  reader,
  filterOf,
}: Parts): (call: Call, slot: FieldSlot) => Thing | null {
  function single(call: Call, slot: FieldSlot): Thing | null {
    const asked = Object.entries(call.args).filter(([, value]) => value !== undefined && value !== null);
    if (asked.length === 0 || slot.target === undefined) return orMissing(call, reader.one(call.owner, slot));
    const conditions: Arguments = Object.fromEntries(
      asked.flatMap(([name, value]): [string, unknown][] =>
        isRecord(value) && inputs.test(bare(name)) ? Object.entries(value) : [[name, value]],
      ),
    );
    return slot.kind === 'part' ? part(call, slot, conditions) : found(call, slot, conditions);
  }

  /** The object that the arguments name. */
  function found(call: Call, slot: FieldSlot, conditions: Arguments): Thing | null {
    const { target } = slot;
    if (target === undefined) return null;
    const families = model.familiesOf(target);
    let byId: Thing | undefined;
    const others: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(conditions)) {
      if (value === undefined || value === null) continue;
      const words = idName(name)?.words;
      const named = words && words.length > 0 ? model.named(words) : undefined;
      const isOwn =
        words &&
        (words.length === 0 ||
          (named && model.familiesOf(named).some((each) => families.includes(each))) ||
          bare(call.field.name) === words.join(''));
      if (isOwn && byId === undefined && !isRecord(value)) {
        byId = population.find(target, value);
        if (byId === undefined) return missing(call, name, value);
      } else others[name] = value;
    }
    const filter = filterOf(target, others);
    for (const name of new Set(filter.unknown)) call.note(name);
    if (byId) return filter.test(byId) ? byId : missing(call, 'id', conditions['id'] ?? '');
    const used = Object.keys(others).length - new Set(filter.unknown.map((name) => name.split('.')[0])).size;
    if (used <= 0) return orMissing(call, reader.one(call.owner, slot));
    const series = relations.list(call.owner, { ...slot, kind: 'references' });
    for (let position = 0; position < series.length; position += 1) {
      const thing = series.at(position);
      if (filter.test(thing)) return thing;
    }
    const [name = '', value = ''] = Object.entries(others)[0] ?? [];
    return missing(call, name, value);
  }

  /** A part: of the object that an argument names, or of the owner. */
  function part(call: Call, slot: FieldSlot, conditions: Arguments): Thing | null {
    let owner = call.owner;
    let values: Record<string, () => unknown> | undefined;
    for (const [name, value] of Object.entries(conditions)) {
      if (value === undefined || value === null) continue;
      const words = idName(name)?.words;
      const target = words && namedBy(words, call.field.name);
      const inner = words && slot.target && wrapped(slot, words);
      if (inner?.target) {
        const thing = population.find(inner.target, value);
        if (thing === undefined) return missing(call, name, value);
        values = { [inner.field.name]: () => thing };
      } else if (target) {
        const thing = population.find(target, value);
        if (thing === undefined) return missing(call, name, value);
        owner = thing;
      } else call.note(name);
    }
    const made = reader.one(owner, slot);
    if (made && values) return new Thing(made.type, { owner, path: made.path, values: made.values, given: values });
    return orMissing(call, made);
  }

  /** The type of the object that an id belongs to: `deviceId`, or `id` of `deviceStatus`. */
  function namedBy(words: readonly string[], field: string) {
    if (words.length > 0) return model.named(words);
    const own = wordsOf(field);
    for (let end = own.length; end > 0; end -= 1) {
      const type = model.named(own.slice(0, end));
      if (type) return type;
    }
    return undefined;
  }

  /** The slot of a result around an object, such as `device` of `DeviceResult`. */
  function wrapped(slot: FieldSlot, words: readonly string[]): FieldSlot | undefined {
    if (slot.target === undefined) return undefined;
    const named = words.length > 0 ? model.named(words) : undefined;
    for (const member of model.membersOf(slot.target)) {
      for (const inner of model.slotsOfType(member).values()) {
        if (inner.kind !== 'reference' || inner.leaf || inner.target === undefined) continue;
        const families = model.familiesOf(inner.target);
        if (!named || model.familiesOf(named).some((family) => families.includes(family))) return inner;
      }
    }
    return undefined;
  }

  function orMissing(call: Call, thing: Thing | null): Thing | null {
    if (thing !== null || isNullable(call.field)) return thing;
    throw notFound(`The emulator has no object for \`${call.type.name}.${call.field.name}\`.`);
  }

  /** The answer for an object that does not exist: the schema's error type, null, or an error. */
  function missing(call: Call, argument: string, value: unknown): Thing | null {
    const message = `The emulator has no ${nounOf(call.field)} with the ${argument} "${asText(value)}".`;
    const failure = failureMember(model, call.field);
    if (failure) return failureThing(failure, call.owner, message, argument);
    if (isNullable(call.field)) return null;
    throw notFound(message);
  }

  return single;
}

function nounOf({ type }: Field): string {
  return String(type).replace(/[[\]!]/g, '');
}
