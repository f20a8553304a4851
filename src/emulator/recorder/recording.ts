import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
} from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { collectFields, type GroupedFields, type SelectionParent } from '../../graphql/selections/collect-fields.ts';
import { always } from '../../graphql/selections/selection-condition.ts';
import { Model } from '../world/model/model.ts';
import type { Family, ModelField } from '../world/model/model-field.ts';
import { isId } from '../world/store/emulated-object.ts';

/** The fields that an object was seen to have, by their names: original values, which stay in memory. Another object is its id. */
type SeenFields = Record<string, unknown>;

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
  /** The fragments of the document whose answer is read. */
  #fragments: ReadonlyMap<string, FragmentDefinitionNode> = new Map();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.model = new Model(schema);
  }

  /** Takes up an answer to a valid operation. */
  add(document: DocumentNode, operationName: string | undefined, data: unknown): void {
    gatherOriginals(data, this.originals);
    const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
    const operation = getOperationAST(document, operationName);
    const root = operation && this.#schema.getRootType(operation.operation);
    if (operation && root) this.#object(root, [operation], data);
  }

  #grouped(type: GraphQLObjectType, parents: readonly SelectionParent[]): GroupedFields {
    const selected = parents.map((node) => ({ node, condition: always }));
    return collectFields({ schema: this.#schema, fragments: this.#fragments }, type, selected);
  }

  /** The type of an object: `__typename` says it, by whatever alias. */
  #typeOf(
    type: GraphQLCompositeType,
    parents: readonly SelectionParent[],
    data: Record<string, unknown>,
  ): GraphQLObjectType | undefined {
    if (isObjectType(type)) return type;
    const possible = this.#schema.getPossibleTypes(type);
    if (possible.length === 1) return possible[0];
    return possible.find((each) =>
      [...this.#grouped(each, parents)].some(
        ([key, [{ node }]]) => node.name.value === '__typename' && data[key] === each.name,
      ),
    );
  }

  /** Takes up an object and all that it has; returns its id, or its fields if it is a part of another object. */
  #object(
    declared: GraphQLCompositeType,
    parents: readonly SelectionParent[],
    data: unknown,
  ): string | number | SeenFields | undefined {
    if (!isRecord(data)) return undefined;
    const type = this.#typeOf(declared, parents, data);
    if (type === undefined) {
      this.unnamed.add(declared.name);
      return undefined;
    }
    const fields: SeenFields = {};
    for (const [key, places] of this.#grouped(type, parents)) {
      const [{ node }] = places;
      const field = this.model.field(type, node.name.value);
      const value = data[key];
      if (field === undefined || value === undefined) continue;
      const seen = this.#field(
        field,
        places.map((place) => place.node),
        value,
      );
      if (seen !== undefined) fields[node.name.value] = seen;
    }
    const family = this.model.familyOf(type);
    return family ? this.#keep(family, type, fields) : fields;
  }

  #keep(family: Family, type: GraphQLObjectType, fields: SeenFields): string | number | undefined {
    const id = family.identity && fields[family.identity.name];
    if (!isId(id)) {
      this.unnamed.add(type.name);
      return undefined;
    }
    const known = this.objects.get(family.name) ?? new Map<string, SeenFields>();
    this.objects.set(family.name, known);
    const before = known.get(String(id)) ?? {};
    known.set(String(id), before);
    for (const [name, seen] of Object.entries(fields)) {
      const listed = before[name];
      // A list that is read page by page is all of its pages; of anything else, the last answer counts.
      const isList = this.model.fieldsOfFamily(family).get(name)?.kind === 'references';
      before[name] =
        isList && Array.isArray(listed) && Array.isArray(seen) ? [...new Set<unknown>([...listed, ...seen])] : seen;
    }
    return id;
  }

  /** The value of a field: a leaf, the ids of objects, or parts of the object itself. */
  #field(field: ModelField, nodes: readonly FieldNode[], value: unknown): unknown {
    const { kind, target, byId } = field;
    if (kind === 'identity' || kind === 'value' || value === null) return value;
    if (target === undefined) return undefined;
    const items = byId
      ? [value].flat(9)
      : this.#itemsOf(field, target, nodes, value).map(([item, parents]) => this.#object(target, parents, item));
    const own = items.filter(kind === 'part' || kind === 'parts' ? isRecord : isId);
    return kind.endsWith('s') ? own : own[0];
  }

  /** The items of a list or of a page, each with what is selected of it. */
  #itemsOf(
    { definition: { type }, page }: ModelField,
    target: GraphQLCompositeType,
    nodes: readonly FieldNode[],
    value: unknown,
  ): readonly Item[] {
    if (page === undefined || getNamedType(type) === target || !isRecord(value)) return eachOf(value, nodes);
    const { lists, edge } = page.shape;
    const listed = this.#inside(page.type, nodes, lists, value);
    if (edge === undefined) return listed;
    const edges = this.#inside(page.type, nodes, ['edges'], value);
    return [...listed, ...edges.flatMap(([item, parents]) => this.#inside(edge, parents, ['node'], item))];
  }

  /** The values of the fields of these names in an object. */
  #inside(
    type: GraphQLObjectType,
    parents: readonly FieldNode[],
    names: readonly string[],
    data: unknown,
  ): readonly Item[] {
    if (!isRecord(data)) return [];
    const fields = [...this.#grouped(type, parents)].filter(([, [{ node }]]) => names.includes(node.name.value));
    return fields.flatMap(([key, places]) =>
      eachOf(
        data[key],
        places.map(({ node }) => node),
      ),
    );
  }
}

type Item = readonly [item: unknown, parents: readonly FieldNode[]];

function eachOf(list: unknown, parents: readonly FieldNode[]): readonly Item[] {
  return [list].flat(9).map((item): Item => [item, parents]);
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
