import { type GraphQLObjectType, getNamedType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { memo } from '../model/memo.ts';
import type { ModelField } from '../model/model-field.ts';
import { sameNoun } from '../model/names.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Call } from './call.ts';
import { countedItems } from './counts.ts';
import { stateNamed } from './filter.ts';
import { isIdentity } from './named-field.ts';

/** The words of a field's name that say only how it is read. */
const verbs = /^(?:get|list|find|fetch|search|all|by|for|of|in|connection|page|paginated)$/;

const unsaid = 'nothing says what it is';
const tooMuch = 'its name asks for more than its type says';

/** The one place that decides which answers are known to be right; all others are noted, as are arguments that are not understood. */
export class Known {
  readonly #world: WorldParts;

  constructor(world: WorldParts) {
    this.#world = world;
  }

  /** The state in which the items of a list are, by its name; undefined if the name says none. */
  stateOf(type: GraphQLObjectType, { definition }: ModelField): string | undefined {
    return this.#narrowings(type).get(definition.name)?.state;
  }

  /**
   * Why the answer of a field is not known to be right; undefined if it is. Known are
   * - what is computed of a page or for a mutation;
   * - a value of the object itself, the value of another one that it refers to, and the count of a list;
   * - a part; an object by its own id; an object or a list that is called as its type, or as a state of its items;
   * - else, one that no list of its owner contradicts: the only one of its type, or one that the owner holds by a name of its own.
   */
  doubtAbout({ owner, type, args, definition }: Call, field: ModelField): string | undefined {
    const { model, reader, links } = this.#world;
    const { kind, other, target, leaf } = field;
    const isOpen = owner.role === 'answer';
    if (leaf || !field.target) {
      const isElsewhere = other !== undefined && other.through === undefined;
      const isCount = countedItems(this.#world, owner, field) === null;
      if (!(isOpen || isElsewhere || isCount) || (!target && reader.known(owner, field) !== undefined))
        return undefined;
      return isElsewhere ? 'it is a value of another object' : isCount ? 'it counts no list of the schema' : unsaid;
    }
    if (isOpen) return unsaid;
    const asked = this.#narrowings(type).get(definition.name);
    const isById = Object.keys(args).some((name) => args[name] != null && isIdentity(model, field.target, name));
    if (asked === undefined || asked.state !== undefined || isById) return undefined;
    const { hasNoun, hasLists } = asked;
    const [own, family] = [type, target].map((each) => each && model.familiesOf(each)[0]);
    const back = own && family && model.backReference(family, own);
    if (kind === 'reference') return hasNoun && (hasLists || back) && back?.key !== field.key ? tooMuch : undefined;
    const isOfType = links.membership(owner, field) !== undefined;
    return (hasNoun ? hasLists || isOfType : hasLists && isOfType) ? tooMuch : undefined;
  }

  /**
   * The fields of a type whose names ask for more than their types, their owner and their arguments say: whether also by words of the
   * type, as `activeDevices` and not `stargazers`; whether the owner has other lists of that type; the state, if one is named.
   */
  readonly #narrowings = memo((type: GraphQLObjectType) => {
    const fields = this.#world.model.objectFieldsOf(type).filter(({ leaf }) => leaf === undefined);
    return new Map(
      fields.flatMap((field) => {
        const { definition, target, kind } = field;
        if (!/^reference/.test(kind)) return [];
        const hasLists = fields.some((each) => each !== field && each.kind === 'references' && each.target === target);
        // `permissionGroups(filter: PermissionGroupFilter)` are all groups, if no other list has them.
        const inputs = hasLists ? [] : definition.args.map((argument) => getNamedType(argument.type));
        const item = this.#world.model.familyOf(target) ?? target;
        const said = [item, type, ...definition.args, ...inputs].flatMap(({ name }) => wordsOf(name));
        const words = wordsOf(definition.name).filter((word) => !verbs.test(word));
        const more = words.filter((word) => !said.some((each) => sameNoun(word, each)));
        if (more.length === 0) return [];
        const hasNoun = more.length < words.length;
        const isChosen = kind === 'references' && (hasNoun || hasLists);
        const state = isChosen ? stateNamed(this.#world, target, more) : undefined;
        return [[definition.name, { hasNoun, hasLists, state }] as const];
      }),
    );
  });
}
