import type { GraphQLObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { ModelField, ObjectField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { fieldMeant } from '../reads/named-field.ts';
import type { EmulatedObject, StoredObject, Values } from '../store/emulated-object.ts';
import { refTo } from '../store/links.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { InputEntry } from './inputs.ts';
import type { Plan } from './plan.ts';

/** Adds an item to a list of parts, or changes or removes the one that inputs name: `addTeamMember(teamId:, userId:, role:)`. */
export class Items {
  readonly #world: WorldParts;
  readonly #plan: Plan;

  constructor(world: WorldParts, plan: Plan) {
    this.#world = world;
    this.#plan = plan;
  }

  /** Does it, and returns the inputs that an item has no field for. */
  write(object: StoredObject, list: ObjectField, entries: readonly InputEntry[]): readonly InputEntry[] {
    const { model, population, reader, store } = this.#world;
    const { joins } = this.#plan;
    const [type] = model.membersOf(list.target);
    if (!type) return entries;
    const given = new Map<ModelField, readonly unknown[]>();
    const rest = entries.flatMap(within).filter((entry) => {
      const [field, value] = this.#valueOf(type, entry) ?? [];
      if (field) given.set(field, [...(given.get(field) ?? []), value]);
      return !field;
    });
    // A reference names an item, or what is given twice, or else the first value.
    const rank = ([{ kind }, values]: readonly [ModelField, readonly unknown[]]): number =>
      kind === 'reference' ? 2 : values.length - 1;
    const [named] = [...given].sort((one, other) => rank(other) - rank(one));
    if (!named) return entries;
    const [{ key }, names] = named;
    const before = (reader.many(population.view(object), list) ?? []).map((item) => this.#valuesOf(item));
    const at = before.findIndex((item) => names.some((name) => isSame(name, item[key])));
    if (at < 0 && joins !== 'join') return entries;
    const said = [...given].map(([field, values]) => {
      const changed = values.find((value) => !isSame(value, before[at]?.[field.key]));
      return [field.key, changed ?? values[0]] as const;
    });
    const unsaid = [...model.fieldsOfType(type).values()].filter(({ definition }) => isNullable(definition));
    const old = joins === 'join' ? Object.fromEntries(unsaid.map((field) => [field.key, null])) : before[at];
    const item = { ...old, ...Object.fromEntries(said) };
    const others = before.filter((_, place) => place !== at);
    const after = joins === 'part' ? others : joins === 'join' ? [...others, item] : before.with(at, item);
    if (!isSame(before, after)) store.put(object, list.key, after);
    return rest;
  }

  /** The field of an item that an input is for, and its value: `valueName` is the `name` of a value. */
  #valueOf(type: GraphQLObjectType, { key, value }: InputEntry): readonly [ModelField, unknown] | undefined {
    const { model, population } = this.#world;
    const word = flatName(key);
    const inner = this.#plan.mentions.flatMap((name) => (word.startsWith(name) ? word.slice(name.length) || [] : []));
    const [field] = [key, ...inner].flatMap((name) => fieldMeant(model, type, name) ?? []);
    const found = field?.kind === 'reference' && field.target ? population.find(field.target, value) : undefined;
    if (field && found) return [field, refTo(found)];
    return field?.kind === 'value' && isAllowed(field.definition.type, value) ? [field, value] : undefined;
  }

  /** The values and references of an item, as they are read. */
  #valuesOf(item: EmulatedObject): Values {
    const { model, reader } = this.#world;
    const values = [...model.fieldsOfType(item.type).values()].flatMap((field) => {
      if (field.kind === 'value') return [[field.key, reader.leaf(item, field)] as const];
      const stored = field.kind === 'reference' ? reader.one(item, field)?.stored : undefined;
      return stored ? [[field.key, refTo(stored)] as const] : [];
    });
    return Object.fromEntries(values);
  }
}

/** The fields of an input object that is an item. */
function within(entry: InputEntry): readonly InputEntry[] {
  const { path, value } = entry;
  if (!isRecord(value)) return [entry];
  return Object.entries(value).map(([key, inner]) => ({ ...entry, key, value: inner, path: `${path}.${key}` }));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
