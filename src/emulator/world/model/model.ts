import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import { connectionShape } from '../../../graphql/connection.ts';
import { type Field, fieldsOf, isListField } from '../../../graphql/fields.ts';
import { isFailure } from './failures.ts';
import { groupFamilies } from './families.ts';
import { identityOf } from './identity.ts';
import { memo } from './memo.ts';
import type { Family, ModelField } from './model-field.ts';
import { flatName, singulars } from './names.ts';
import { isNullable } from './nullability.ts';
import { type PageShape, pageShape } from './page-shape.ts';
import { readField } from './read-field.ts';

/** Words before the name of a type that say whose objects they are: an `adoptKey` is a `TeamAdoptKey`. */
const scopes = /^(?:team|account|organi[sz]ation|org|workspace|tenant|app|user|my)$/;

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

/** A schema, read as a description of objects and how they belong together. */
export class Model {
  readonly schema: GraphQLSchema;
  readonly families: ReadonlyMap<string, Family>;
  /** The names of the types that queries lead to. */
  readonly readable: ReadonlySet<string>;
  readonly #familyByType = new Map<string, Family>();
  readonly #single: ReadonlySet<GraphQLObjectType>;
  readonly #typeByName: ReadonlyMap<string, GraphQLCompositeType>;

  /** `populated` are types that have objects of their own even without an id. */
  constructor(schema: GraphQLSchema, populated: ReadonlySet<string> = new Set()) {
    this.schema = schema;
    this.readable = reachable(schema);
    const types = Object.values(schema.getTypeMap()).sort(byName);
    const objects = types.filter((type) => isObjectType(type)).filter(({ name }) => !name.startsWith('__'));
    this.#single = this.#findSingles(objects, populated);
    const entities = groupFamilies(this.#findEntities(objects, populated));
    const families = entities.map((all): Family => {
      const isSingle = all.some((type) => this.#single.has(type));
      return { name: all[0].name, types: all, identity: identityOf(all[0]), isSingle };
    });
    for (const family of families) for (const { name } of family.types) this.#familyByType.set(name, family);
    this.families = new Map(families.map((family) => [family.name, family]));
    this.#typeByName = this.#nameTypes(types.filter(isCompositeType));
  }

  familyOf(type: GraphQLCompositeType): Family | undefined {
    return this.#familyByType.get(type.name);
  }

  /** The families with a type that is possible here, sorted by name. */
  readonly familiesOf: (type: GraphQLCompositeType) => readonly Family[] = memo((type) => {
    const found = this.membersOf(type).flatMap((member) => this.familyOf(member) ?? []);
    return [...new Set(found)].sort(byName);
  });

  /** Whether two types can be the same object. */
  isSameFamily(one: GraphQLCompositeType, other: GraphQLCompositeType): boolean {
    return this.familiesOf(one).some((family) => this.familiesOf(other).includes(family));
  }

  /** The types that are possible here, sorted by name; those of failures are left out if there are others. */
  readonly membersOf: (type: GraphQLCompositeType) => readonly GraphQLObjectType[] = memo((type) => {
    if (isObjectType(type)) return [type];
    const all = [...this.schema.getPossibleTypes(type)].sort(byName);
    const good = all.filter((member) => !isFailure(member));
    return good.length > 0 ? good : all;
  });

  /** Whether there is one object of this type, and all others belong to it: a root, or the team. */
  isSingle(type: GraphQLObjectType): boolean {
    return this.#single.has(type);
  }

  field(type: GraphQLObjectType, name: string): ModelField | undefined {
    return this.fieldsOfType(type).get(name);
  }

  readonly fieldsOfType: (type: GraphQLObjectType) => ReadonlyMap<string, ModelField> = memo(
    (type) => new Map(fieldsOf(type).map((field) => [field.name, readField(this, type, field)])),
  );

  /** The fields of all types of a family, by their names. */
  readonly fieldsOfFamily: (family: Family) => ReadonlyMap<string, ModelField> = memo(
    ({ types }) => new Map([...types].reverse().flatMap((type) => [...this.fieldsOfType(type)])),
  );

  /** The references and lists of a family, or those to another one; one for each key, and one that must be there before one that may. */
  linksOf(family: Family, to?: Family): readonly ModelField[] {
    const found = new Map<string, ModelField>();
    for (const field of this.fieldsOfFamily(family).values()) {
      const { key, kind, target } = field;
      if (!/^reference/.test(kind) || target === undefined || (to && !this.familiesOf(target).includes(to))) continue;
      const known = found.get(key);
      if (known === undefined || isNullable(known.definition)) found.set(key, field);
    }
    return [...found.values()];
  }

  /** The field of the items that refers to the owner of their lists: `Device.group` for the devices of a group. */
  backReference(items: Family, owner: Family): ModelField | undefined {
    const backs = this.#backs(items);
    if (!backs.has(owner)) backs.set(owner, this.#findBack(items, owner));
    return backs.get(owner);
  }

  /**
   * The field of the items that a list of their owner is read from: one that refers to the owner, or, of two lists of each other, the
   * one of the type that comes first by the alphabet. Undefined if the owner holds the list.
   */
  backOf(items: Family, owner: Family, { key }: ModelField): ModelField | undefined {
    const back = this.backReference(items, owner);
    if (back || owner === items || owner.name < items.name) return back;
    const lists = (family: Family, of: Family) => this.linksOf(family, of).filter(({ kind }) => kind === 'references');
    const [[own, ...more], [other, ...others]] = [lists(owner, items), lists(items, owner)];
    return own?.key === key && more.length + others.length === 0 ? other : undefined;
  }

  /** The type of objects that these words name, or else their last ones: `source device` names `Device`. */
  named(words: readonly string[]): GraphQLCompositeType | undefined {
    const starts = words.map((_, start) => this.namedExactly(words.slice(start)));
    return starts.find((type) => type !== undefined);
  }

  /** The type of objects that all of these words name, in the singular or plural. */
  namedExactly(words: readonly string[]): GraphQLCompositeType | undefined {
    const rest = words.slice(0, -1).join('');
    const forms = singulars(words.at(-1) ?? '').map((form) => this.#typeByName.get(rest + form));
    return forms.find((type) => type !== undefined);
  }

  readonly page: (type: GraphQLCompositeType) => PageShape | undefined = memo((type) =>
    isObjectType(type) && (identityOf(type) === undefined || connectionShape(type)?.pageInfo)
      ? pageShape(type)
      : undefined,
  );

  /** The items of `team.devices`. */
  get devices(): GraphQLCompositeType | undefined {
    const team = this.schema.getQueryType()?.getFields()['team'];
    const list = team && fieldsOf(getNamedType(team.type)).find(({ name }) => name === 'devices');
    return list && this.itemOf(list);
  }

  readonly #backs = memo((_: Family) => new Map<Family, ModelField | undefined>());

  #findBack(items: Family, owner: Family): ModelField | undefined {
    const isBack = ({ kind, key }: ModelField): boolean =>
      kind === 'reference' && (items !== owner || /^(?:parent|super|container|manager)/i.test(key));
    const rank = ({ key, target }: ModelField): number => {
      const called = flatName(key) === flatName(owner.name) ? 0 : 10;
      const last = wordsOf(owner.name).includes(wordsOf(key).at(-1) ?? '') ? 0 : 10;
      return called + Math.min(called, last) + (isObjectType(target) ? 0 : 5);
    };
    const backs = this.linksOf(items, owner).filter(isBack);
    return backs.sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1))[0];
  }

  /** The items of a field that is a list or a page of objects. */
  itemOf(field: Field): GraphQLCompositeType | undefined {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return undefined;
    return isListField(field) ? named : this.page(named)?.item;
  }

  /** The types of the items that the fields of these types list. */
  #listedBy(types: readonly GraphQLObjectType[]): ReadonlySet<GraphQLObjectType> {
    const items = types.flatMap(fieldsOf).flatMap((field) => this.itemOf(field) ?? []);
    return new Set(items.filter((item) => !isFailure(item)).flatMap((item) => this.membersOf(item)));
  }

  /** The roots, and the objects that a root gives without arguments, and no list has; the team always. */
  #findSingles(objects: readonly GraphQLObjectType[], populated: ReadonlySet<string>): ReadonlySet<GraphQLObjectType> {
    const { schema } = this;
    const listed = this.#listedBy(objects);
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const found = new Set(roots.filter((type) => type != null));
    for (const { name, type: of, args } of fieldsOf(schema.getQueryType() ?? undefined)) {
      const type = getNullableType(of);
      if (!isObjectType(type) || populated.has(type.name) || args.some(isRequiredArgument)) continue;
      if (name === 'team' || (args.length === 0 && identityOf(type) && !listed.has(type))) found.add(type);
    }
    return found;
  }

  /** The types whose objects have a place of their own: with an id, where queries reach them; populated; or listed by a root. */
  #findEntities(objects: readonly GraphQLObjectType[], populated: ReadonlySet<string>): readonly GraphQLObjectType[] {
    const { schema } = this;
    const owners = [...this.#single].filter((type) => type !== schema.getMutationType());
    const named = [...populated].map((name) => schema.getType(name)).filter(isCompositeType);
    const listed = new Set([...this.#listedBy(owners), ...named.flatMap((type) => this.membersOf(type))]);
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    return objects.filter(
      (type) =>
        // An item of a bulk payload has an id, and is not an object: only mutations answer it.
        (listed.has(type) || (this.readable.has(type.name) && identityOf(type))) &&
        !roots.includes(type) &&
        !isFailure(type) &&
        this.page(type) === undefined,
    );
  }

  #nameTypes(types: readonly GraphQLCompositeType[]): ReadonlyMap<string, GraphQLCompositeType> {
    const named = new Map<string, GraphQLCompositeType>();
    const scoped = new Map<string, GraphQLCompositeType>();
    for (const type of types) {
      const isKnown = isObjectType(type) ? this.familyOf(type) : isInterfaceType(type) && this.familiesOf(type)[0];
      if (!isKnown || type.name === 'Node') continue;
      named.set(flatName(type.name), type);
      const [scope = '', ...rest] = wordsOf(type.name);
      if (rest.length > 0 && scopes.test(scope)) scoped.set(rest.join(''), type);
    }
    return new Map([...scoped, ...named]);
  }
}

/** The names of the types that queries lead to, also as members of what they lead to. */
function reachable(schema: GraphQLSchema): ReadonlySet<string> {
  const found = new Set<string>();
  const root = schema.getQueryType();
  const next: GraphQLCompositeType[] = root ? [root] : [];
  for (let type = next.pop(); type; type = next.pop()) {
    if (found.has(type.name)) continue;
    found.add(type.name);
    if (!isObjectType(type)) next.push(...schema.getPossibleTypes(type));
    next.push(
      ...fieldsOf(type)
        .map((field) => getNamedType(field.type))
        .filter(isCompositeType),
    );
  }
  return found;
}
