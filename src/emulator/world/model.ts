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
} from 'graphql';
import { type Field, fieldsOf, isListField, requiredArguments } from '../../graphql/fields.ts';
import { isFailure, isFailureField } from './failures.ts';
import { familiesOf as groupFamilies } from './families.ts';
import { bare, idName, singulars } from './names.ts';
import { type PageShape, pageShape } from './page-shape.ts';

/** The objects that several types show: `Device` and `DeviceWithDetail` are one family, with one set of ids. */
export interface Family {
  /** The name of the type that has the shortest name. */
  readonly name: string;
  /** The types, the one with the shortest name first. */
  readonly types: readonly GraphQLObjectType[];
  /** The field with the id; undefined if the objects have none. */
  readonly identity: Field | undefined;
}

/** What a field holds. */
export interface FieldSlot {
  /** The name under which its value is kept; `deviceId` and `device` have the same. */
  readonly key: string;
  readonly kind: 'identity' | 'value' | 'reference' | 'references' | 'part' | 'parts';
  readonly field: Field;
  /** The type that it names, without lists and `!`. */
  readonly leaf?: GraphQLLeafType;
  /** The type of the objects; for a page, of its items. */
  readonly target?: GraphQLCompositeType;
  /** Whether the field holds the id of an object instead of the object. */
  readonly byId?: boolean;
  /** The page around the list. */
  readonly page?: { readonly type: GraphQLObjectType; readonly shape: PageShape };
}

/** A schema, read as a description of objects and how they belong together. */
export interface Model {
  readonly schema: GraphQLSchema;
  readonly families: ReadonlyMap<string, Family>;
  familyOf(type: GraphQLCompositeType): Family | undefined;
  /** The families with a type that is possible here, sorted by name. */
  familiesOf(type: GraphQLCompositeType): readonly Family[];
  /** The types that are possible here, sorted by name; those of failures last, and left out if there are others. */
  membersOf(type: GraphQLCompositeType): readonly GraphQLObjectType[];
  /** Whether there is one object of this type, and all others belong to it: a root, or the team. */
  isSingle(type: GraphQLObjectType): boolean;
  slot(type: GraphQLObjectType, field: string): FieldSlot | undefined;
  /** The slots of all types of a family, by the names of their fields. */
  slotsOf(family: Family): ReadonlyMap<string, FieldSlot>;
  slotsOfType(type: GraphQLObjectType): ReadonlyMap<string, FieldSlot>;
  /** The type of objects that these words name, or else their last ones: `source device` names `Device`. */
  named(words: readonly string[]): GraphQLCompositeType | undefined;
  page(type: GraphQLCompositeType): PageShape | undefined;
  /** The items of `team.devices`, or of the first list under a root that is called so. */
  readonly devices: GraphQLCompositeType | undefined;
}

/** Reads the model of a schema. `populated` are types that have objects of their own even without an id. */
export function readModel(schema: GraphQLSchema, populated: ReadonlySet<string>): Model {
  const query = schema.getQueryType();
  const objects = Object.values(schema.getTypeMap())
    .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const roots = new Set([query, schema.getMutationType(), schema.getSubscriptionType()].filter((type) => type != null));
  const pages = memo((type: GraphQLCompositeType) =>
    isObjectType(type) && identityOf(type) === undefined ? pageShape(type) : undefined,
  );
  const membersOf = memo((type: GraphQLCompositeType): readonly GraphQLObjectType[] => {
    if (isObjectType(type)) return [type];
    const all = [...schema.getPossibleTypes(type)].sort((one, other) => (one.name < other.name ? -1 : 1));
    const good = all.filter((member) => !isFailure(member));
    return good.length > 0 ? good : all;
  });
  const single = singles();
  const listed = new Set<string>(populated);
  for (const type of [...roots, ...single]) {
    if (type === schema.getMutationType()) continue;
    for (const field of fieldsOf(type)) {
      const item = listItem(field);
      if (item && !isFailure(item)) for (const member of membersOf(item)) listed.add(member.name);
    }
  }
  for (const name of populated) {
    const type = schema.getType(name);
    if (isCompositeType(type)) for (const member of membersOf(type)) listed.add(member.name);
  }
  const entities = objects.filter(
    (type) =>
      !roots.has(type) &&
      !isFailure(type) &&
      (identityOf(type) !== undefined || (listed.has(type.name) && pages(type) === undefined)),
  );
  const families = new Map<string, Family>();
  const familyByType = new Map<string, Family>();
  for (const types of groupFamilies(entities, query)) {
    const [first] = types;
    if (first === undefined) continue;
    const family = { name: first.name, types, identity: identityOf(first) };
    families.set(family.name, family);
    for (const type of types) familyByType.set(type.name, family);
  }

  /** The items of a field that is a list or a page of objects. */
  function listItem(field: Field): GraphQLCompositeType | undefined {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return undefined;
    return isListField(field) ? named : pages(named)?.item;
  }

  /** What a root gives without arguments, and no list has; the team always. */
  function singles(): ReadonlySet<GraphQLObjectType> {
    const inLists = new Set<string>();
    for (const type of objects) {
      for (const field of fieldsOf(type)) {
        const item = listItem(field);
        if (item) for (const member of isObjectType(item) ? [item] : membersOf(item)) inLists.add(member.name);
      }
    }
    const found = new Set<GraphQLObjectType>(roots);
    for (const field of fieldsOf(query ?? undefined)) {
      const type = getNullableType(field.type);
      const alone = isObjectType(type) && requiredArguments(field).length === 0 && identityOf(type) !== undefined;
      if (
        isObjectType(type) &&
        (field.name === 'team' || (alone && field.args.length === 0 && !inLists.has(type.name)))
      )
        if (!populated.has(type.name)) found.add(type);
    }
    return found;
  }

  const familiesOf = memo((type: GraphQLCompositeType): readonly Family[] => {
    const found = new Set<Family>();
    for (const member of membersOf(type)) {
      const family = familyByType.get(member.name);
      if (family) found.add(family);
    }
    return [...found].sort((one, other) => (one.name < other.name ? -1 : 1));
  });

  const byName = new Map<string, GraphQLCompositeType>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isCompositeType(type) || type.name === 'Node' || type.name.startsWith('__')) continue;
    const known = isObjectType(type)
      ? familyByType.has(type.name)
      : isInterfaceType(type) && familiesOf(type).length > 0;
    if (known) byName.set(bare(type.name), type);
  }

  const named = (words: readonly string[]): GraphQLCompositeType | undefined => {
    for (let start = 0; start < words.length; start += 1) {
      const rest = words.slice(start, -1).join('');
      for (const form of singulars(words.at(-1) ?? '')) {
        const type = byName.get(rest + form);
        if (type) return type;
      }
    }
    return undefined;
  };

  function slotFor(type: GraphQLObjectType, field: Field): FieldSlot {
    const to = getNamedType(field.type);
    if (isLeafType(to)) return leafSlot(type, field, to);
    const page = pages(to);
    const target = page?.item ?? to;
    const many = isListField(field) || page !== undefined;
    const known = familiesOf(target).length > 0 && !isFailureField(field.name);
    const kind = known ? (many ? 'references' : 'reference') : many ? 'parts' : 'part';
    const around = page && isObjectType(to) ? { page: { type: to, shape: page } } : {};
    return { key: field.name, kind, field, target, ...around };
  }

  function leafSlot(type: GraphQLObjectType, field: Field, leaf: GraphQLLeafType): FieldSlot {
    if (field === identityOf(type)) return { key: 'id', kind: 'identity', field, leaf };
    const value: FieldSlot = { key: field.name, kind: 'value', field, leaf };
    const id = /^(?:ID|String|Int|\w*UUID\w*|\w*Id)$/i.test(leaf.name) ? idName(field.name) : undefined;
    if (id === undefined || id.words.length === 0) return value;
    const many = isListField(field);
    const sibling = fieldsOf(type).find(
      (other) => bare(other.name) === id.words.join('') && isCompositeType(getNamedType(other.type)),
    );
    const siblingType = sibling && getNamedType(sibling.type);
    const target = isCompositeType(siblingType) && !pages(siblingType) ? siblingType : named(id.words);
    if (target === undefined || familiesOf(target).length === 0 || isFailure(type)) return value;
    // One list of ids is one list of objects by another name.
    const list = many ? fieldsOf(type).find((other) => bare(other.name) === `${id.words.join('')}s`) : undefined;
    const key = (many ? list?.name : sibling?.name) ?? camel(id.words, many);
    return { key, kind: many ? 'references' : 'reference', field, leaf, target, byId: true };
  }

  const slotsOfType = memo(
    (type: GraphQLObjectType): ReadonlyMap<string, FieldSlot> =>
      new Map(fieldsOf(type).map((field) => [field.name, slotFor(type, field)])),
  );
  const team = query?.getFields()['team'];
  const teamType = team && getNamedType(team.type);
  const deviceList = fieldsOf(isObjectType(teamType) ? teamType : undefined).find(({ name }) => name === 'devices');

  return {
    schema,
    families,
    familyOf: (type) => familyByType.get(type.name),
    familiesOf,
    membersOf,
    isSingle: (type) => single.has(type),
    slotsOfType,
    slot: (type, field) => slotsOfType(type).get(field),
    slotsOf: memo((family: Family) => {
      const all = new Map<string, FieldSlot>();
      for (const type of family.types)
        for (const [name, slot] of slotsOfType(type)) if (!all.has(name)) all.set(name, slot);
      return all;
    }),
    named,
    page: pages,
    devices: deviceList && listItem(deviceList),
  };
}

function camel(words: readonly string[], many: boolean): string {
  const text = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return many ? `${text}s` : text;
}

/** The field with the id of an object. */
export function identityOf(type: GraphQLObjectType): Field | undefined {
  const fields = type.getFields();
  for (const name of ['id', '_id', 'uuid', 'guid']) {
    const field = fields[name];
    if (field && isLeafType(getNullableType(field.type)) && requiredArguments(field).length === 0) return field;
  }
  return undefined;
}

function memo<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let entry = made.get(key);
    if (entry === undefined) {
      entry = { value: make(key) };
      made.set(key, entry);
    }
    return entry.value;
  };
}
