import type { GraphQLObjectType } from 'graphql';
import { memo } from '../../../base/memo.ts';
import { wordsOf } from '../../../base/words.ts';
import { countWords, flatName, sameNoun } from '../model/names.ts';
import { isLink, type ModelField, type ObjectField } from '../model/shapes.ts';
import type { EmulatedObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { isWholeNumber } from '../values/leaf-value.ts';
import type { Call } from './call.ts';
import { Filter, stateNamed } from './filter.ts';

interface ItemCount {
  readonly counts: 'items';
  readonly list: ObjectField;
  readonly items: () => readonly EmulatedObject[];
}

/** What a number counts: items of a list of its owner, a list that the schema does not have, or nothing. */
type Counted = ItemCount | { readonly counts: 'unknown' | 'nothing' };

/** What `deviceCount` or `onlineDeviceCount` counts. */
export function countedBy(
  world: WorldParts,
  object: EmulatedObject,
  { leaf, kind, definition, isList }: ModelField,
): Counted {
  const words = wordsOf(definition.name);
  // `orderNumber` counts nothing.
  const nouns = words.filter((word, at) => !countWords.test(word) || (word === 'number' && at > 0));
  // `total` and `number` alone are facts of their object.
  if (leaf?.name !== 'Int' || kind !== 'value' || isList || nouns.length === words.length || nouns.length === 0)
    return { counts: 'nothing' };
  const lists = [...world.model.fields(object.type).values()].filter(
    (field): field is ObjectField => (field.kind === 'many' || field.kind === 'parts') && !field.leaf,
  );
  // The noun may begin at any word: `activeIncidentCount` counts active incidents, even beside a list `activeIncidents`.
  for (const start of [...nouns.keys()].map((_, at) => (at + 1) % nouns.length)) {
    const list = lists.find((field) => sameNoun(flatName(field.definition.name), nouns.slice(start).join('')));
    const state = list && start > 0 ? stateNamed(world, list.target, nouns.slice(0, start)) : undefined;
    if (!list || (start > 0 && state === undefined)) continue;
    const filter = new Filter(world, list.target, state === undefined ? {} : { [state]: true });
    return { counts: 'items', list, items: () => (world.reader.many(object, list) ?? []).filter(filter.test) };
  }
  return { counts: 'unknown' };
}

/** The words of a field's name that say only how it is read. */
const fillers = /^(?:get|list|find|search|all|by|for|of|in|connection)$/;

/** Decides which answers are not known to be right. Each of them is noted. */
export class Doubts {
  readonly #world: WorldParts;

  constructor(world: WorldParts) {
    this.#world = world;
  }

  /** The state of all items of a list, by the name of the list: `online` for `onlineDevices`. */
  stateOf(type: GraphQLObjectType, { definition }: ModelField): string | undefined {
    return this.#narrowed(type).get(definition.name)?.state;
  }

  /** Why an answer may be wrong; undefined if it is right. */
  about({ owner, type, field, args }: Call): string | undefined {
    if (owner.role === 'answer') return 'no rule gives its value';
    const { counts } = countedBy(this.#world, owner, field);
    if (counts === 'unknown') return 'it counts no list of the schema';
    // Numbers in a part of the team may count all objects: `deviceStats { online }`.
    const holder = owner.holder && this.#world.typeOf(owner.holder);
    const isOfAll =
      !owner.stored &&
      type !== this.#world.model.schema.getQueryType() &&
      (holder === undefined || this.#world.model.isSingle(holder) || /Stats|Summary|Counts/.test(type.name));
    if (isOfAll && counts === 'nothing' && (field.leaf?.name === 'Float' || isWholeNumber(field.leaf)))
      return 'no rule says what it counts';
    const { target } = field;
    const isId = (name: string) => target && this.#world.model.meanings(target, name).some(({ kind }) => kind === 'id');
    const isById = Object.keys(args).some((name) => args[name] != null && isId(name));
    const narrowed = isById ? undefined : this.#narrowed(type).get(field.definition.name);
    return narrowed && narrowed.state === undefined ? 'its name asks for more than its type says' : undefined;
  }

  /**
   * The fields of a type whose names say more than their types, such as `activeDevices` and `latestRelease` beside a list of all. The
   * other words may name the state of the items.
   */
  readonly #narrowed = memo((type: GraphQLObjectType) => {
    const { model } = this.#world;
    const fields = [...model.fields(type).values()].filter(isLink).filter(({ leaf }) => leaf === undefined);
    return new Map(
      fields.flatMap((field) => {
        const { definition, target, kind } = field;
        const words = wordsOf(definition.name).filter((word) => !fillers.test(word));
        const expected = [target.name, type.name, ...definition.args.map(({ name }) => name)].flatMap(wordsOf);
        const more = words.filter((word) => !expected.some((each) => sameNoun(word, each)));
        const hasNoun = more.length < words.length;
        const hasList = fields.some((each) => each !== field && each.kind === 'many' && each.target === target);
        const isHeld = model.stored.includes(type) && !model.isSingle(type);
        const back = isHeld ? model.storedOf(target).some((items) => model.back(items, type)) : !isHeld;
        if (
          more.length === 0 ||
          (kind === 'one' ? !(hasNoun && (hasList || back)) : !(hasNoun ? hasList || back : hasList && back))
        )
          return [];
        const state = kind === 'many' ? stateNamed(this.#world, target, more) : undefined;
        return [[definition.name, { state }] as const];
      }),
    );
  });
}
