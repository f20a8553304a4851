import {
  type DocumentNode,
  executeSync,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { collectFields } from '../../graphql/selections/collect-fields.ts';
import { always } from '../../graphql/selections/selection-condition.ts';
import { Model } from '../world/model/model.ts';
import type { ModelField } from '../world/model/model-field.ts';
import { isId } from '../world/store/emulated-object.ts';

/** The fields that an object was seen to have, by their names: original values, which stay in memory. Another object is its id. */
type SeenFields = Record<string, unknown>;

/** The objects of one answer: the type of each, and its values by the names of their fields. */
type Answered = Map<unknown, { readonly type: GraphQLObjectType; readonly values: SeenFields }>;

/** The objects of answers, gathered by their ids. */
export class Recording {
  readonly model: Model;
  /** The objects by the name of their family and their id, in the order in which they were first seen. */
  readonly objects: Map<string, Map<string, SeenFields>> = new Map();
  /** Every text and number of the answers. */
  readonly originals: Set<string> = new Set();
  /** The types of which objects came without an id, or without `__typename` where it is needed. */
  readonly unnamed: Set<string> = new Set();
  readonly #schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.model = new Model(schema);
  }

  /** Takes up an answer to a valid operation: executed on the answer itself, it shows the field of each value. */
  add(document: DocumentNode, operationName: string | undefined, data: unknown, variableValues: SeenFields = {}): void {
    gatherOriginals(data, this.originals);
    const answered: Answered = new Map();
    executeSync({
      ...{ schema: this.#schema, document, operationName, variableValues, rootValue: data },
      fieldResolver(source, _args, _context, { parentType, fieldName, path }) {
        if (!isRecord(source)) return undefined;
        const values: SeenFields = answered.get(source)?.values ?? {};
        answered.set(source, { type: parentType, values });
        const value = source[path.key];
        if (value !== undefined) values[fieldName] = value;
        return value;
      },
      typeResolver: (value, _context, info, type) => {
        const found = this.#typeOf(value, info, type);
        if (found === undefined) this.unnamed.add(type.name);
        return found;
      },
    });
    for (const object of answered.keys()) this.#keep(answered, object);
  }

  /** The type of an object: `__typename` says it, by whatever alias. */
  #typeOf(data: unknown, { fieldNodes, fragments }: GraphQLResolveInfo, type: GraphQLAbstractType): string | undefined {
    const possible = this.#schema.getPossibleTypes(type);
    if (possible.length === 1) return possible[0]?.name;
    const context = { schema: this.#schema, fragments: new Map(Object.entries(fragments)) };
    const parents = fieldNodes.map((node) => ({ node, condition: always }));
    return possible.find((each) =>
      [...collectFields(context, each, parents)].some(
        ([key, [{ node }]]) => node.name.value === '__typename' && isRecord(data) && data[key] === each.name,
      ),
    )?.name;
  }

  /** Keeps an object that has a place of its own, by its id. */
  #keep(answered: Answered, object: unknown): void {
    const { type } = answered.get(object) ?? {};
    const family = type && this.model.familyOf(type);
    if (!type || !family) return;
    const id = idOf(this.model, answered, object);
    if (id === undefined) {
      this.unnamed.add(type.name);
      return;
    }
    const known = this.objects.get(family.name) ?? new Map<string, SeenFields>();
    this.objects.set(family.name, known);
    const before = known.get(String(id)) ?? {};
    known.set(String(id), before);
    for (const [name, seen] of Object.entries(this.#fieldsOf(answered, object))) {
      const listed = before[name];
      // A list that is read page by page is all of its pages; of anything else, the last answer counts.
      const isList = this.model.fieldsOfFamily(family).get(name)?.kind === 'references';
      before[name] =
        isList && Array.isArray(listed) && Array.isArray(seen) ? [...new Set<unknown>([...listed, ...seen])] : seen;
    }
  }

  #fieldsOf(answered: Answered, object: unknown): SeenFields {
    const fields: SeenFields = {};
    const { type, values = {} } = answered.get(object) ?? {};
    for (const [name, value] of Object.entries(values)) {
      const field = type && this.model.field(type, name);
      if (field) fields[name] = this.#seen(answered, field, value);
    }
    return fields;
  }

  /** The value of a field: a leaf, the ids of objects, or parts of the object itself. */
  #seen(answered: Answered, field: ModelField, value: unknown): unknown {
    const { kind, byId } = field;
    if (kind === 'identity' || kind === 'value' || value === null) return value;
    const items = byId ? [value].flat(9) : itemsOf(answered, field, value);
    const isPart = kind === 'part' || kind === 'parts';
    const own = isPart
      ? items.filter((item) => answered.has(item)).map((item) => this.#fieldsOf(answered, item))
      : items.map((item) => (byId ? item : idOf(this.model, answered, item))).filter(isId);
    return kind.endsWith('s') ? own : own[0];
  }
}

/** The id of an object; undefined if it has none, or came without it. */
function idOf(model: Model, answered: Answered, object: unknown): string | number | undefined {
  const { type, values } = answered.get(object) ?? {};
  const identity = type && model.familyOf(type)?.identity;
  const id = identity && values?.[identity.name];
  return isId(id) ? id : undefined;
}

/** The items of a list or of a page. */
function itemsOf(answered: Answered, { page }: ModelField, value: unknown): readonly unknown[] {
  const listed = [value].flat(9);
  if (page === undefined || answered.get(value)?.type !== page.type) return listed;
  const inside = (objects: readonly unknown[], names: readonly string[]): readonly unknown[] =>
    objects.flatMap((object) => names.flatMap((name) => [answered.get(object)?.values[name]].flat(9)));
  return [...inside(listed, page.shape.lists), ...inside(inside(listed, ['edges']), ['node'])];
}

/** Also the names of fields, since a scalar may hold objects with names that are data. */
function gatherOriginals(data: unknown, into: Set<string>): void {
  if (isId(data)) into.add(String(data));
  else if (Array.isArray(data)) for (const each of data) gatherOriginals(each, into);
  else if (isRecord(data)) {
    for (const [key, value] of Object.entries(data)) {
      into.add(key);
      gatherOriginals(value, into);
    }
  }
}
