import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import { connectionShape } from '../../../graphql/connection.ts';
import { type Field, fieldsOf, isListField } from '../../../graphql/fields.ts';
import { isFailure, isFailureField } from './failures.ts';
import { groupFamilies } from './families.ts';
import { identityOf } from './identity.ts';
import { memo } from './memo.ts';
import type { Family, ModelField } from './model-field.ts';
import { flatName, idName, sameNoun, singulars } from './names.ts';
import { isNullable } from './nullability.ts';
import { type PageShape, pageShape } from './page-shape.ts';

/** Words before the name of a type that say whose objects they are: an `adoptKey` is a `TeamAdoptKey`. */
const scopes = /^(?:team|account|organi[sz]ation|org|workspace|tenant|app|user|my)$/;

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

/** A schema, read as a description of objects and how they belong together. */
export class Model {
  readonly schema: GraphQLSchema;
  readonly families: ReadonlyMap<string, Family>;
  readonly #familyByType = new Map<string, Family>();
  readonly #roots: ReadonlySet<GraphQLObjectType>;
  readonly #single: ReadonlySet<GraphQLObjectType>;
  readonly #typeByName: ReadonlyMap<string, GraphQLCompositeType>;

  /** `populated` are types that have objects of their own even without an id. */
  constructor(schema: GraphQLSchema, populated: ReadonlySet<string> = new Set()) {
    this.schema = schema;
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    this.#roots = new Set(roots.filter((type) => type != null));
    this.#single = this.#findSingles(populated);
    this.families = new Map(
      groupFamilies(this.#findEntities(populated)).map((types) => {
        const family = { name: types[0].name, types, identity: identityOf(types[0]) };
        for (const type of types) this.#familyByType.set(type.name, family);
        return [family.name, family];
      }),
    );
    this.#typeByName = this.#nameTypes();
  }

  familyOf(type: GraphQLCompositeType): Family | undefined {
    return this.#familyByType.get(type.name);
  }

  /** The families with a type that is possible here, sorted by name. */
  readonly familiesOf: (type: GraphQLCompositeType) => readonly Family[] = memo(
    (type: GraphQLCompositeType): readonly Family[] => {
      const found = this.membersOf(type).map((member) => this.#familyByType.get(member.name));
      return [...new Set(found)].filter((family) => family !== undefined).sort(byName);
    },
  );

  /** Whether two types can be the same object. */
  isSameFamily(one: GraphQLCompositeType, other: GraphQLCompositeType): boolean {
    return this.familiesOf(one).some((family) => this.familiesOf(other).includes(family));
  }

  /** The types that are possible here, sorted by name; those of failures are left out if there are others. */
  readonly membersOf: (type: GraphQLCompositeType) => readonly GraphQLObjectType[] = memo(
    (type: GraphQLCompositeType): readonly GraphQLObjectType[] => {
      if (isObjectType(type)) return [type];
      const all = [...this.schema.getPossibleTypes(type)].sort(byName);
      const good = all.filter((member) => !isFailure(member));
      return good.length > 0 ? good : all;
    },
  );

  /** Whether there is one object of this type, and all others belong to it: a root, or the team. */
  isSingle(type: GraphQLObjectType): boolean {
    return this.#single.has(type);
  }

  field(type: GraphQLObjectType, name: string): ModelField | undefined {
    return this.fieldsOfType(type).get(name);
  }

  readonly fieldsOfType: (type: GraphQLObjectType) => ReadonlyMap<string, ModelField> = memo(
    (type: GraphQLObjectType): ReadonlyMap<string, ModelField> =>
      new Map(fieldsOf(type).map((field) => [field.name, this.#read(type, field)])),
  );

  /** The fields of all types of a family, by their names. */
  readonly fieldsOfFamily: (family: Family) => ReadonlyMap<string, ModelField> = memo(
    (family: Family): ReadonlyMap<string, ModelField> => {
      const all = new Map<string, ModelField>();
      for (const type of family.types)
        for (const [name, field] of this.fieldsOfType(type)) if (!all.has(name)) all.set(name, field);
      return all;
    },
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

  /** The type of objects that these words name, or else their last ones: `source device` names `Device`. */
  named(words: readonly string[]): GraphQLCompositeType | undefined {
    for (let start = 0; start < words.length; start += 1) {
      const type = this.namedExactly(words.slice(start));
      if (type) return type;
    }
    return undefined;
  }

  /** The type of objects that all of these words name, in the singular or plural. */
  namedExactly(words: readonly string[]): GraphQLCompositeType | undefined {
    const rest = words.slice(0, -1).join('');
    for (const form of singulars(words.at(-1) ?? '')) {
      const type = this.#typeByName.get(rest + form);
      if (type) return type;
    }
    return undefined;
  }

  readonly page: (type: GraphQLCompositeType) => PageShape | undefined = memo(
    (type: GraphQLCompositeType): PageShape | undefined =>
      isObjectType(type) && (identityOf(type) === undefined || connectionShape(type)?.pageInfo)
        ? pageShape(type)
        : undefined,
  );

  /** The items of `team.devices`. */
  get devices(): GraphQLCompositeType | undefined {
    const team = this.schema.getQueryType()?.getFields()['team'];
    const list = team && fieldsOf(getNamedType(team.type)).find(({ name }) => name === 'devices');
    return list && this.#itemOf(list);
  }

  /** The items of a field that is a list or a page of objects. */
  #itemOf(field: Field): GraphQLCompositeType | undefined {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return undefined;
    return isListField(field) ? named : this.page(named)?.item;
  }

  #objectTypes(): readonly GraphQLObjectType[] {
    return Object.values(this.schema.getTypeMap())
      .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'))
      .sort(byName);
  }

  /** The types of the items that the fields of these types list. */
  #listedBy(types: readonly GraphQLObjectType[]): ReadonlySet<GraphQLObjectType> {
    const items = types.flatMap(fieldsOf).flatMap((field) => this.#itemOf(field) ?? []);
    return new Set(items.filter((item) => !isFailure(item)).flatMap((item) => this.membersOf(item)));
  }

  /** The objects that a root gives without arguments, and no list has; the team always. */
  #findSingles(populated: ReadonlySet<string>): ReadonlySet<GraphQLObjectType> {
    const listed = this.#listedBy(this.#objectTypes());
    const found = new Set(this.#roots);
    for (const { name, type: of, args } of fieldsOf(this.schema.getQueryType() ?? undefined)) {
      const type = getNullableType(of);
      if (!isObjectType(type) || populated.has(type.name)) continue;
      if (args.some(isRequiredArgument)) continue;
      if (name === 'team' || (args.length === 0 && identityOf(type) && !listed.has(type))) found.add(type);
    }
    return found;
  }

  /** The types whose objects have a place of their own: with an id, populated, or listed by a root. */
  #findEntities(populated: ReadonlySet<string>): readonly GraphQLObjectType[] {
    const owners = [...this.#single].filter((type) => type !== this.schema.getMutationType());
    const named = [...populated].map((name) => this.schema.getType(name)).filter(isCompositeType);
    const listed = new Set([...this.#listedBy(owners), ...named.flatMap((type) => this.membersOf(type))]);
    const readable = reachable(this.schema, this.schema.getQueryType());
    return this.#objectTypes().filter(
      (type) =>
        // An item of a bulk payload has an id, and is not an object: only mutations answer it.
        (readable.has(type.name) || listed.has(type)) &&
        !this.#roots.has(type) &&
        !isFailure(type) &&
        this.page(type) === undefined &&
        (identityOf(type) !== undefined || listed.has(type)),
    );
  }

  #nameTypes(): ReadonlyMap<string, GraphQLCompositeType> {
    const named = new Map<string, GraphQLCompositeType>();
    const scoped = new Map<string, GraphQLCompositeType>();
    for (const type of Object.values(this.schema.getTypeMap()).sort(byName)) {
      if (!isCompositeType(type) || type.name === 'Node' || type.name.startsWith('__')) continue;
      const isKnown = isObjectType(type)
        ? this.#familyByType.has(type.name)
        : isInterfaceType(type) && this.familiesOf(type).length > 0;
      if (!isKnown) continue;
      named.set(flatName(type.name), type);
      const [scope = '', ...rest] = wordsOf(type.name);
      if (rest.length > 0 && scopes.test(scope)) scoped.set(rest.join(''), type);
    }
    return new Map([...scoped, ...named]);
  }

  #read(type: GraphQLObjectType, definition: Field): ModelField {
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
    if (definition === identityOf(type)) return { key: 'id', kind: 'identity', definition, leaf };
    const value: ModelField = { key: name, kind: 'value', definition, leaf };
    const id = /^(?:ID|String|Int|\w*UUID\w*|\w*Id)$/i.test(leaf.name) ? idName(name) : undefined;
    if (id === undefined || id.words.length === 0 || isFailure(type)) return value;
    const noun = id.words.join('');
    const many = isListField(definition);
    // One list of ids is one list of objects by another name.
    const beside = fieldsOf(type).find(
      (other) =>
        isCompositeType(getNamedType(other.type)) &&
        (many
          ? this.#itemOf(other) !== undefined && sameNoun(flatName(other.name), noun)
          : flatName(other.name) === noun),
    );
    const besideType = beside && getNamedType(beside.type);
    const item = many
      ? beside && this.#itemOf(beside)
      : isCompositeType(besideType) && !this.page(besideType)
        ? besideType
        : undefined;
    const target = item ?? this.named(id.words);
    if (target === undefined || this.familiesOf(target).length === 0) return value;
    const key = beside?.name ?? camelCase(id.words, many);
    return { key, kind: many ? 'references' : 'reference', definition, leaf, target, byId: true };
  }
}

function camelCase(words: readonly string[], many: boolean): string {
  const text = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return many ? `${text}s` : text;
}

/** The names of the types that a type leads to, also as members of what it leads to. */
function reachable(schema: GraphQLSchema, root: GraphQLObjectType | null | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const next: GraphQLCompositeType[] = root ? [root] : [];
  for (let type = next.pop(); type; type = next.pop()) {
    if (found.has(type.name)) continue;
    found.add(type.name);
    if (!isObjectType(type)) next.push(...schema.getPossibleTypes(type));
    for (const { type: of } of fieldsOf(type)) {
      const named = getNamedType(of);
      if (isCompositeType(named)) next.push(named);
    }
  }
  return found;
}
