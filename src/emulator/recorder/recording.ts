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

/** The fields that an object was seen to have; original values, which stay in memory. */
export type SeenFields = Map<string, Seen>;

/** The values that one field was seen to hold: a leaf, the ids of objects, or parts of the object itself. */
export type Seen =
  | { readonly kind: 'leaf'; readonly value: unknown }
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string | number> }
  | { readonly kind: 'part'; readonly fields: SeenFields }
  | { readonly kind: 'parts'; readonly items: readonly SeenFields[] };

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
    const fields: SeenFields = new Map();
    for (const [key, places] of this.#grouped(type, parents)) {
      const [{ node }] = places;
      const field = this.model.field(type, node.name.value);
      const value = data[key];
      if (field === undefined || value === undefined) continue;
      const nodes = places.map((place) => place.node);
      const seen = this.#field(field, nodes, value);
      if (seen) fields.set(node.name.value, seen);
    }
    const family = this.model.familyOf(type);
    return family ? this.#keep(family, type, fields) : fields;
  }

  #keep(family: Family, type: GraphQLObjectType, fields: SeenFields): string | number | undefined {
    const identity = family.identity && fields.get(family.identity.name);
    const id = identity?.kind === 'leaf' ? identity.value : undefined;
    if (!isId(id)) {
      this.unnamed.add(type.name);
      return undefined;
    }
    const known = this.objects.get(family.name) ?? new Map<string, SeenFields>();
    this.objects.set(family.name, known);
    const before = known.get(String(id)) ?? new Map<string, Seen>();
    known.set(String(id), before);
    for (const [name, seen] of fields)
      before.set(name, joined(this.model.fieldsOfFamily(family).get(name), before.get(name), seen));
    return id;
  }

  #field(field: ModelField, nodes: readonly FieldNode[], value: unknown): Seen | undefined {
    const { kind, target, byId } = field;
    if (kind === 'identity' || kind === 'value' || value === null) return { kind: 'leaf', value };
    if (target === undefined) return undefined;
    if (byId) return { kind: 'ids', ids: new Set([value].flat(9).filter(isId)) };
    const items = this.#itemsOf(field, target, nodes, value).map(([item, parents]) =>
      this.#object(target, parents, item),
    );
    if (kind === 'reference' || kind === 'references') {
      const ids = items.filter(isId);
      return kind === 'reference' && ids.length === 0 ? undefined : { kind: 'ids', ids: new Set(ids) };
    }
    const parts = items.filter((item) => item instanceof Map);
    if (kind === 'parts') return { kind: 'parts', items: parts };
    return parts[0] && { kind: 'part', fields: parts[0] };
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

/** A list that is read page by page is all of its pages; of anything else, the last answer counts. */
function joined(slot: ModelField | undefined, before: Seen | undefined, seen: Seen): Seen {
  if (slot?.kind !== 'references' || before?.kind !== 'ids' || seen.kind !== 'ids') return seen;
  return { kind: 'ids', ids: new Set([...before.ids, ...seen.ids]) };
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
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
