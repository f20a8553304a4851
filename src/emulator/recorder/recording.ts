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

/** What an object was seen to have, by field; original values, which stay in memory. */
export type SeenFields = Map<string, Seen>;

/** What one field was seen to hold: a leaf, the ids of objects, or parts of the object itself. */
export type Seen =
  | { readonly kind: 'leaf'; readonly value: unknown }
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string | number> }
  | { readonly kind: 'part'; readonly fields: SeenFields }
  | { readonly kind: 'parts'; readonly items: readonly SeenFields[] };

/** The objects of answers, gathered by their ids. */
export interface Recording {
  readonly model: Model;
  /** The objects by the name of their family and their id, in the order in which they were first seen. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, SeenFields>>;
  /** Every text and number of the answers. */
  readonly originals: ReadonlySet<string>;
  /** The types of which objects came without an id, or without `__typename` where it is needed. */
  readonly unnamed: ReadonlySet<string>;
  /** Takes up an answer to a valid operation. */
  add(document: DocumentNode, operationName: string | undefined, data: unknown): void;
}

/** Makes an empty recording. */
export function createRecording(schema: GraphQLSchema): Recording {
  const model = new Model(schema);
  const objects = new Map<string, Map<string, SeenFields>>();
  const originals = new Set<string>();
  const unnamed = new Set<string>();

  function add(document: DocumentNode, operationName: string | undefined, data: unknown): void {
    gatherOriginals(data, originals);
    const operation = getOperationAST(document, operationName);
    const root = operation && schema.getRootType(operation.operation);
    if (operation && root) createWalk(document).object(root, [operation], data);
  }

  function createWalk(document: DocumentNode) {
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const each of document.definitions) {
      if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
    }

    function grouped(type: GraphQLObjectType, parents: readonly SelectionParent[]): GroupedFields {
      return collectFields(
        { schema, fragments },
        type,
        parents.map((node) => ({ node, condition: always })),
      );
    }

    /** The type of an object: `__typename` says it, by whatever alias. */
    function typeOf(
      type: GraphQLCompositeType,
      parents: readonly SelectionParent[],
      data: Record<string, unknown>,
    ): GraphQLObjectType | undefined {
      if (isObjectType(type)) return type;
      const possible = schema.getPossibleTypes(type);
      if (possible.length === 1) return possible[0];
      return possible.find((each) =>
        [...grouped(each, parents)].some(
          ([key, [{ node }]]) => node.name.value === '__typename' && data[key] === each.name,
        ),
      );
    }

    /** Takes up an object and all that it has; returns its id, or its fields if it is a part of another object. */
    function object(
      declared: GraphQLCompositeType,
      parents: readonly SelectionParent[],
      data: unknown,
    ): string | number | SeenFields | undefined {
      if (!isRecord(data)) return undefined;
      const type = typeOf(declared, parents, data);
      if (type === undefined) {
        unnamed.add(declared.name);
        return undefined;
      }
      const fields: SeenFields = new Map();
      for (const [key, places] of grouped(type, parents)) {
        const [{ node }] = places;
        const slot = model.field(type, node.name.value);
        const value = data[key];
        if (slot === undefined || value === undefined) continue;
        const seen = field(
          slot,
          places.map((place) => place.node),
          value,
        );
        if (seen) fields.set(node.name.value, seen);
      }
      const family = model.familyOf(type);
      return family ? keep(family, type, fields) : fields;
    }

    function keep(family: Family, type: GraphQLObjectType, fields: SeenFields): string | number | undefined {
      const identity = family.identity && fields.get(family.identity.name);
      const id = identity?.kind === 'leaf' ? identity.value : undefined;
      if (typeof id !== 'string' && typeof id !== 'number') {
        unnamed.add(type.name);
        return undefined;
      }
      const known = objects.get(family.name) ?? new Map<string, SeenFields>();
      objects.set(family.name, known);
      const before = known.get(String(id)) ?? new Map<string, Seen>();
      known.set(String(id), before);
      for (const [name, seen] of fields)
        before.set(name, joined(model.fieldsOfFamily(family).get(name), before.get(name), seen));
      return id;
    }

    function field(slot: ModelField, nodes: readonly FieldNode[], value: unknown): Seen | undefined {
      if (slot.kind === 'identity' || slot.kind === 'value' || value === null) return { kind: 'leaf', value };
      const { target } = slot;
      if (target === undefined) return undefined;
      if (slot.byId) return { kind: 'ids', ids: new Set([value].flat(9).filter(isId)) };
      const items = itemsOf(slot, target, nodes, value).map(([item, parents]) => object(target, parents, item));
      if (slot.kind === 'reference' || slot.kind === 'references') {
        const ids = items.filter(isId);
        return slot.kind === 'reference' && ids.length === 0 ? undefined : { kind: 'ids', ids: new Set(ids) };
      }
      const parts = items.filter((item) => item instanceof Map);
      if (slot.kind === 'parts') return { kind: 'parts', items: parts };
      return parts[0] && { kind: 'part', fields: parts[0] };
    }

    /** The items of a list or of a page, each with what is selected of it. */
    function itemsOf(
      { definition: { type }, page }: ModelField,
      target: GraphQLCompositeType,
      nodes: readonly FieldNode[],
      value: unknown,
    ): readonly (readonly [item: unknown, parents: readonly FieldNode[]])[] {
      const each = (list: unknown, parents: readonly FieldNode[]) =>
        [list].flat(9).map((item): readonly [unknown, readonly FieldNode[]] => [item, parents]);
      if (page === undefined || getNamedType(type) === target || !isRecord(value)) return each(value, nodes);
      const inside = (
        object: GraphQLObjectType,
        parents: readonly FieldNode[],
        names: readonly string[],
        data: unknown,
      ) =>
        [...grouped(object, parents)].flatMap(([key, places]) =>
          isRecord(data) && names.includes(places[0].node.name.value)
            ? each(
                data[key],
                places.map(({ node }) => node),
              )
            : [],
        );
      const { lists, edge } = page.shape;
      const listed = inside(page.type, nodes, lists, value);
      if (edge === undefined) return listed;
      const edges = inside(page.type, nodes, ['edges'], value);
      return [...listed, ...edges.flatMap(([item, parents]) => inside(edge, parents, ['node'], item))];
    }

    return { object };
  }

  return { model, objects, originals, unnamed, add };
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
