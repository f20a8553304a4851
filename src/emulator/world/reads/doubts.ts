import type { GraphQLObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { memo } from '../model/memo.ts';
import { isLink, type ModelField } from '../model/model-field.ts';
import { sameNoun } from '../model/names.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { isWholeNumber } from '../values/leaf-value.ts';
import type { Call } from './call.ts';
import { countedBy } from './counts.ts';
import { stateNamed } from './filter.ts';

/** The words of a field's name that say only how it is read. */
const fillers = /^(?:get|list|find|search|all|by|for|of|in|connection)$/;

/** Decides which answers are not known to be right: all of them are noted. */
export class Doubts {
  readonly #world: WorldParts;

  constructor(world: WorldParts) {
    this.#world = world;
  }

  /** The state in which the items of a list are, by its name; undefined if the name says none. */
  stateOf(type: GraphQLObjectType, { definition }: ModelField): string | undefined {
    return this.#narrowed(type).get(definition.name)?.state;
  }

  /** Why an answer may be wrong: nobody says a value, a number counts no list, or a name says more than its type. */
  about({ owner, type, args }: Call, field: ModelField): string | undefined {
    if (owner.role === 'answer') return 'nothing says what it is';
    const counted = countedBy(this.#world, owner, field);
    if (counted === null) return 'it counts no list of the schema';
    // A number in a part of what is there once is one of all objects: `deviceStats { online }`.
    const holder = owner.holder && this.#world.typeOf(owner.holder.family);
    const isOfAll =
      !owner.stored &&
      type !== this.#world.model.schema.getQueryType() &&
      (holder === undefined || this.#world.model.isSingle(holder) || /Stats|Summary|Counts/.test(type.name));
    if (isOfAll && !counted && (field.leaf?.name === 'Float' || isWholeNumber(field.leaf)))
      return 'nothing says what it counts';
    const isById = Object.keys(args).some((name) => args[name] != null && field.target && this.#isId(field, name));
    const narrowed = isById ? undefined : this.#narrowed(type).get(field.definition.name);
    return narrowed && narrowed.state === undefined ? 'its name asks for more than its type says' : undefined;
  }

  #isId({ target }: ModelField, name: string): boolean {
    return (
      target !== undefined &&
      this.#world.model.membersOf(target).some((member) => this.#world.model.meant(member, name)?.kind === 'id')
    );
  }

  /**
   * The fields of a type that narrow a list: called after their type and more (`activeDevices`, `latestRelease`), where the owner has a list
   * of that type. What the more words name is the state of the items.
   */
  readonly #narrowed = memo((type: GraphQLObjectType) => {
    const { model } = this.#world;
    const fields = [...model.fields(type).values()].filter(isLink).filter(({ leaf }) => leaf === undefined);
    return new Map(
      fields.flatMap((field) => {
        const { definition, target, kind } = field;
        const words = wordsOf(definition.name).filter((word) => !fillers.test(word));
        const said = [target.name, type.name, ...definition.args.map(({ name }) => name)].flatMap(wordsOf);
        const more = words.filter((word) => !said.some((each) => sameNoun(word, each)));
        const hasNoun = more.length < words.length;
        const hasList = fields.some((each) => each !== field && each.kind === 'many' && each.target === target);
        const isHeld = model.stored.includes(type) && !model.isSingle(type);
        const back = isHeld ? model.storedOf(target).some((items) => model.back(items, type)) : !isHeld;
        if (
          more.length === 0 ||
          (kind === 'one' ? !(hasNoun && (hasList || back)) : !(hasNoun ? hasList || back : hasList && back))
        )
          return [];
        return [
          [definition.name, { state: kind === 'many' ? stateNamed(this.#world, target, more) : undefined }] as const,
        ];
      }),
    );
  });
}
