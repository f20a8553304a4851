import { type GraphQLOutputType, getNullableType, isCompositeType, isListType } from 'graphql';
import type { Field } from '../../graphql/fields.ts';
import type { Call } from './call.ts';
import { cutList, itemsOf, pageThing } from './cut-list.ts';
import type { FieldSlot, Model } from './model.ts';
import { idName } from './names.ts';
import { hasNullableItems } from './nullability.ts';
import type { Population } from './population.ts';
import type { Reader } from './reader.ts';
import type { Relations } from './relations.ts';
import type { Arguments, Selection } from './select.ts';
import type { Series } from './series.ts';
import { createSingle } from './single.ts';
import type { Thing } from './thing.ts';

/** What the answers of fields are made from. */
export interface ReadParts {
  readonly model: Model;
  readonly population: Population;
  readonly relations: Relations;
  readonly reader: Reader;
  readonly selection: Selection;
  readonly maxPageSize: number;
}

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
  const single = createSingle({ model, population, relations, reader, filterOf: selection.filterOf });

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

  return { read, servedList };
}
