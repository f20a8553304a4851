import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNullableType,
  isCompositeType,
  isListType,
} from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import type { Field } from '../../graphql/fields.ts';
import { cutList, itemsOf, pageThing } from './cut-list.ts';
import { notFound } from './errors.ts';
import { failureMember, failureThing } from './failure-thing.ts';
import { type FieldSlot, hasNullableItems, isNullable, type Model } from './model.ts';
import { bare, idName, wordsOf } from './names.ts';
import { asText } from './operators.ts';
import type { Population } from './population.ts';
import type { Reader } from './reader.ts';
import type { Relations } from './relations.ts';
import type { Arguments, Selection } from './select.ts';
import type { Series } from './series.ts';
import { Thing } from './thing.ts';

/** A field as it is asked for. */
export interface Call {
  readonly owner: Thing;
  readonly type: GraphQLObjectType;
  readonly field: Field;
  readonly args: Arguments;
  readonly info: GraphQLResolveInfo;
  /** Called with what is not understood. */
  readonly note: (what: string) => void;
}

/** What the answers of fields are made from. */
export interface ReadParts {
  readonly model: Model;
  readonly population: Population;
  readonly relations: Relations;
  readonly reader: Reader;
  readonly selection: Selection;
  readonly maxPageSize: number;
}

const inputs = /^(?:input|where|filter|by|selector|data|key|params|options)$/;

/** Answers the fields of queries. */
export interface Reads {
  read(call: Call): unknown;
  /** One page of a list, in the type that the field has for it. */
  servedList(
    owner: Thing,
    field: Field,
    slot: FieldSlot,
    series: Series,
    args: Arguments,
    type: GraphQLOutputType,
  ): unknown;
}

/** Answers fields: leaves, the object or part that the arguments name, and lists with their pages. */
export function createReads({ model, population, relations, reader, selection, maxPageSize }: ReadParts): Reads {
  function read(call: Call): unknown {
    const { owner, type, field } = call;
    const slot = model.slot(type, field.name);
    if (slot === undefined) return null;
    if (slot.leaf) {
      for (const name of Object.keys(given(call))) call.note(name);
      return reader.leaf(owner, slot);
    }
    if (slot.kind === 'reference' || slot.kind === 'part') return single(call, slot);
    return list(call, slot);
  }

  /** The arguments that have a value, without those that only the schema sets. */
  function given({ args, info }: Call): Arguments {
    const written = new Set(info.fieldNodes.flatMap((node) => (node.arguments ?? []).map(({ name }) => name.value)));
    return Object.fromEntries(
      Object.entries(args).filter(([name, value]) => written.has(name) && value !== undefined && value !== null),
    );
  }

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
    const filter = selection.filterOf(target, others);
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

  function list(call: Call, slot: FieldSlot): unknown {
    const { owner, field, args } = call;
    const { target } = slot;
    if (target === undefined) return [];
    const type = getNullableType(field.type);
    const ids = Object.entries(args).find(
      ([name, value]) => Array.isArray(value) && idName(name)?.many && idName(name)?.words.length === 0,
    );
    if (ids && slot.page === undefined && slot.kind === 'references') {
      const [, wanted] = ids;
      const things = (Array.isArray(wanted) ? wanted : []).map((id) => population.find(target, id) ?? null);
      return hasNullableItems(field) ? things : things.filter((thing) => thing !== null);
    }
    const scoped = scope(call, slot);
    const series = selection.select(scoped.base, target, scoped.args, {
      owner: scoped.owner,
      field: field.name,
      note: (name) => {
        // What the schema sets by itself was not asked for.
        if (Object.keys(given(call)).some((each) => name === each || name.startsWith(`${each}.`))) call.note(name);
      },
    });
    return servedList(owner, field, slot, series, args, type);
  }

  /** The list that an argument such as `groupId` names, if the items have no field for it. */
  function scope({ owner, args }: Call, slot: FieldSlot): { base: Series; args: Arguments; owner: Thing } {
    const rest: Record<string, unknown> = {};
    let base: { series: Series; owner: Thing } | undefined;
    for (const [name, value] of Object.entries(args)) {
      const words = idName(name)?.words;
      const type = words && words.length > 0 && !base && typeof value === 'string' ? model.named(words) : undefined;
      const isFilter = slot.target && selection.filterOf(slot.target, { [name]: value }).unknown.length === 0;
      const holder = type && !isFilter ? population.find(type, value) : undefined;
      const own = holder && listIn(holder, slot);
      if (type && !isFilter && own === undefined && holder === undefined)
        base = { series: { length: 0, at: () => owner }, owner };
      else if (holder && own) base = { series: reader.many(holder, own), owner: holder };
      else rest[name] = value;
    }
    return { base: base?.series ?? reader.many(owner, slot), args: rest, owner: base?.owner ?? owner };
  }

  /** The list of an object with items as those of the slot. */
  function listIn(holder: Thing, slot: FieldSlot): FieldSlot | undefined {
    return [...model.slotsOfType(holder.type).values()].find(
      (other) => !other.leaf && other.target === slot.target && (other.kind === 'references' || other.kind === 'parts'),
    );
  }

  function servedList(
    owner: Thing,
    field: Field,
    slot: FieldSlot,
    series: Series,
    args: Arguments,
    type: GraphQLOutputType,
  ): unknown {
    const cut = cutList(series.length, field, args, maxPageSize);
    if (slot.page && isCompositeType(type)) return pageThing(owner, { field, ...slot.page }, series, cut);
    const items: unknown = itemsOf(series, cut);
    let depth = 0;
    for (let at = type; isListType(at); at = getNullableType(at.ofType)) depth += 1;
    return Array.from({ length: Math.max(0, depth - 1) }).reduce((inner) => [inner], items);
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

  return { read, servedList };
}

function nounOf({ type }: Field): string {
  return String(type).replace(/[[\]!]/g, '');
}
