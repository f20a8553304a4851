import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { type Field, fieldsOf, isListField, requiredArguments } from '../../../graphql/fields.ts';
import { isFailure, isFailureField } from './failures.ts';
import { groupFamilies } from './families.ts';
import { identityOf } from './identity.ts';
import { memo } from './memo.ts';
import type { Family, ModelField, ObjectField, ValueField } from './model-field.ts';
import { byName, flatName, idName, sameNoun, singulars } from './names.ts';
import { isNullable } from './nullability.ts';
import { otherValue } from './other-value.ts';
import { type PageShape, pageShape } from './page-shape.ts';
import { singleTypes } from './single-types.ts';

/** A schema, read as a description of objects and how they belong together. */
export class Model {
  readonly schema: GraphQLSchema;
  readonly families: ReadonlyMap<string, Family>;
  /** The names of the types that queries lead to. */
  readonly readable: ReadonlySet<string>;
  readonly #familyByType: ReadonlyMap<string, Family>;
  readonly #typeByKey: ReadonlyMap<string, GraphQLObjectType>;
  readonly #identityOf: (type: GraphQLObjectType) => Field | undefined;
  readonly #single = new Set<GraphQLCompositeType>();
  readonly #typeByName: ReadonlyMap<string, GraphQLCompositeType>;

  /** `populated` are types that have objects of their own even without an id. */
  constructor(schema: GraphQLSchema, populated: ReadonlySet<string> = new Set()) {
    this.schema = schema;
    const { reached, listedBy, keys } = this.#walk();
    // The field by which a query asks for one item of a list is its id: `username` for `user(username:)`.
    const own = [...keys].filter(([type]) => listedBy.has(type) && identityOf(type) === undefined);
    const keyOf = new Map(own);
    this.#identityOf = (type) => identityOf(type) ?? keyOf.get(type);
    this.#typeByKey = new Map(
      own.flatMap(([type, { name }]) => (flatName(name).startsWith(flatName(type.name)) ? [[name, type]] : [])),
    );
    this.readable = new Set([...reached].map(({ name }) => name));
    const query = schema.getQueryType();
    const roots = [query, schema.getMutationType(), schema.getSubscriptionType()];
    for (const root of roots) if (root) this.#single.add(root);
    for (const type of singleTypes(query, reached, listedBy, this.#identityOf))
      if (!populated.has(type.name)) this.#single.add(type);
    // Objects have an id, where queries reach them; or what is there once lists them; or they are populated.
    const named = [...populated].map((name) => schema.getType(name)).filter(isCompositeType);
    const stated = new Set(named.flatMap((type) => this.membersOf(type)));
    const objects = [...new Set([...reached, ...stated])].filter(isObjectType).filter((type) => {
      const isListed = [...(listedBy.get(type) ?? [])].some((owner) => this.#single.has(owner));
      const isPart = roots.includes(type) || isFailure(type) || this.page(type) !== undefined;
      return !isPart && (stated.has(type) || isListed || this.#identityOf(type) !== undefined);
    });
    const families = groupFamilies(objects).map((types): Family => {
      const isSingle = types.some((type) => this.#single.has(type));
      return { name: types[0].name, types, identity: this.#identityOf(types[0]), isSingle };
    });
    this.families = new Map(families.map((family) => [family.name, family]));
    this.#familyByType = new Map(families.flatMap((family) => family.types.map(({ name }) => [name, family])));
    const types = Object.values(schema.getTypeMap()).filter(isCompositeType);
    const nouns = types.filter((type) => this.familyOf(type) ?? (isInterfaceType(type) && this.familiesOf(type)[0]));
    this.#typeByName = new Map(nouns.flatMap((type) => (type.name === 'Node' ? [] : [[flatName(type.name), type]])));
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
    (type) => new Map(fieldsOf(type).map((field) => [field.name, this.#readField(type, field)])),
  );

  /** The fields of a type or a family that lead to objects. */
  objectFieldsOf(owner: GraphQLObjectType | Family): readonly ObjectField[] {
    const fields = 'types' in owner ? this.fieldsOfFamily(owner) : this.fieldsOfType(owner);
    return [...fields.values()].filter((field) => field.target !== undefined);
  }

  /** The fields of all types of a family, by their names. */
  readonly fieldsOfFamily: (family: Family) => ReadonlyMap<string, ModelField> = memo(
    ({ types }) => new Map([...types].reverse().flatMap((type) => [...this.fieldsOfType(type)])),
  );

  /** The references and lists of a family, or those to another one; one for each key, and one that must be there before one that may. */
  linksOf(family: Family, to?: Family): readonly ObjectField[] {
    const found = new Map<string, ObjectField>();
    for (const field of this.fieldsOfFamily(family).values()) {
      const { key, kind, definition } = field;
      // `config(name: String!)` looks up what a list has.
      if (!field.target || !/^reference/.test(kind) || requiredArguments(definition).length > 0) continue;
      if (to && !this.familiesOf(field.target).includes(to)) continue;
      const known = found.get(key);
      if (known === undefined || isNullable(known.definition)) found.set(key, field);
    }
    return [...found.values()];
  }

  /** The field of the items that refers to the owner of their lists: `Device.group` for the devices of a group. */
  backReference(items: Family, owner: Family): ObjectField | undefined {
    return this.#backs(items)(owner);
  }

  /**
   * The field of the items that a list of their owner is read from: one that refers to the owner, or, of two lists of each other, the
   * one of the type that comes first by the alphabet. Undefined if the owner holds the list.
   */
  backOf(items: Family, owner: Family, { key }: ModelField): ObjectField | undefined {
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
    const forms = singulars(words.at(-1) ?? '').flatMap((form) => this.#typeByName.get(rest + form) ?? []);
    // `Notifications` that are there once come behind each `Notification`.
    return forms.find((type) => !this.#single.has(type)) ?? forms[0];
  }

  readonly page: (type: GraphQLCompositeType) => PageShape | undefined = memo((type) =>
    isObjectType(type) ? pageShape(type) : undefined,
  );

  /** The items of a field that is a list or a page of objects. */
  itemOf(field: Field): GraphQLCompositeType | undefined {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return undefined;
    return isListField(field) ? named : this.page(named)?.item;
  }

  /** The items of `team.devices`. */
  get devices(): GraphQLCompositeType | undefined {
    const team = this.schema.getQueryType()?.getFields()['team'];
    const list = team && fieldsOf(getNamedType(team.type)).find(({ name }) => name === 'devices');
    return list && this.itemOf(list);
  }

  /**
   * One pass from the root of queries: the types that it leads to, also as members of others, who lists which of them, and the fields
   * by which one of them is asked for.
   */
  #walk() {
    const query = this.schema.getQueryType();
    const reached = new Set<GraphQLCompositeType>(query ? [query] : []);
    const listedBy = new Map<GraphQLObjectType, Set<GraphQLCompositeType>>();
    const keys = new Map<GraphQLObjectType, Field>();
    for (const type of reached) {
      if (!isObjectType(type)) for (const member of this.schema.getPossibleTypes(type)) reached.add(member);
      for (const field of fieldsOf(type)) {
        const [named, item] = [getNamedType(field.type), this.itemOf(field)];
        if (isCompositeType(named)) reached.add(named);
        const [only, ...others] = requiredArguments(field);
        const key = isObjectType(named) && only && others.length === 0 ? named.getFields()[only.name] : undefined;
        const isKey = key && isScalarType(getNamedType(key.type)) && String(key.type) === String(only?.type);
        if (isKey && isObjectType(named) && !item && !keys.has(named)) keys.set(named, key);
        for (const member of item && !isFailure(item) ? this.membersOf(item) : [])
          listedBy.set(member, new Set(listedBy.get(member)).add(type));
      }
    }
    return { reached, listedBy, keys };
  }

  readonly #backs = memo((items: Family) => memo((owner: Family) => this.#findBack(items, owner)));

  #findBack(items: Family, owner: Family): ObjectField | undefined {
    const isBack = ({ kind, key }: ObjectField): boolean =>
      kind === 'reference' && (items !== owner || /^(?:parent|super|container|manager)/i.test(key));
    const backs = this.linksOf(items, owner).filter(isBack);
    return backs.find(({ key }) => flatName(key) === flatName(owner.name)) ?? backs[0];
  }

  /** Reads what a field of a type holds: its id, a value, other objects or their ids, or parts of its object. */
  #readField(type: GraphQLObjectType, definition: Field): ModelField {
    const to = getNamedType(definition.type);
    if (isLeafType(to)) return this.#readLeaf(type, definition, to);
    const page = this.page(to);
    const target = page?.item ?? to;
    const many = isListField(definition) || page !== undefined;
    const placed = this.familiesOf(target).length > 0 && !isFailureField(definition);
    const kind = placed ? (many ? 'references' : 'reference') : many ? 'parts' : 'part';
    const around = page && isObjectType(to) ? { page: { type: to, shape: page } } : {};
    return { key: definition.name, kind, definition, target, ...around };
  }

  #readLeaf(type: GraphQLObjectType, definition: Field, leaf: GraphQLLeafType): ModelField {
    const { name } = definition;
    if (definition === this.#identityOf(type)) return { key: 'id', kind: 'identity', definition, leaf };
    const value: ValueField = { key: name, kind: 'value', definition, leaf };
    const id = /^(?:ID|String|Int|\w*UUID\w*|\w*Id)$/i.test(leaf.name) ? idName(name) : undefined;
    // A `username` is the id of a user, where users have it for theirs.
    const words = id?.words ?? wordsOf(this.#typeByKey.get(name)?.name ?? '');
    const many = isListField(definition);
    // The objects beside their ids have them too, whatever their type is called: `user`, or `userByUserId`.
    const beside = fieldsOf(type).find((field) => {
      const to = getNamedType(field.type);
      const [isMany, isBy] = [this.itemOf(field) !== undefined, flatName(field.name).endsWith(`by${flatName(name)}`)];
      if (!isCompositeType(to) || isMany !== many) return false;
      if (words.length > 0) return isBy || sameNoun(flatName(field.name), words.join(''));
      return isBy && isObjectType(to) && this.#identityOf(to)?.name === name;
    });
    if ((words.length === 0 && !beside) || isFailure(type)) return { ...value, other: otherValue(this, type, value) };
    const target = beside ? this.#readField(type, beside).target : this.named(words);
    if (target === undefined || this.familiesOf(target).length === 0) return value;
    const key = beside?.name ?? name.replace(/_?(?:id|uuid|guid)(s?)$/i, '$1');
    return { key, kind: many ? 'references' : 'reference', definition, leaf, target };
  }
}
