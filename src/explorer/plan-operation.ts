import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
} from 'graphql';
import { asConnection, type Connection } from '../graphql/connection.ts';
import { type Field, fieldsOf, isDeprecated, isListField, requiredArguments } from '../graphql/fields.ts';
import { askedArguments, nestedArguments } from './arguments.ts';
import type { Step } from './path.ts';
import { responseKeys } from './response-keys.ts';
import { type FieldPlan, keyed, plain, plumbing, type SelectionPlan, select } from './selection-plan.ts';

/** A selection, and the parts that were skipped. */
export interface OperationPlan {
  readonly root: FieldPlan;
  /** Paths of connections inside lists, which cannot be paged through from there. */
  readonly listsInLists: readonly string[];
  /** Unions and interfaces with too many types: only their shared fields are selected. */
  readonly manyTypes: readonly string[];
}

/** The maximum number of fragments: more are too many to edit. An interface has shared fields without fragments. */
const mostFragments = { interface: 16, union: 64 };

/** The place of a selection: everything that decides what is selected there. */
interface Place {
  /** How many levels of objects may still be selected, including this one. */
  readonly depth: number;
  /** The enclosing types: none of them is selected again. */
  readonly around: ReadonlySet<string>;
  /** Whether the place is inside a list, so that lists inside it cannot be paged through. */
  readonly inList: boolean;
  /** The field names from the requested field. */
  readonly path: readonly string[];
}

const typename = plain('__typename');

/**
 * Selects the fields at the end of a path: leaf fields, nested objects to `depth` levels, the items and page information of
 * a connection, and `__typename` and fragments for abstract types. Deprecated fields and cycles are skipped.
 */
export function selectPath(schema: GraphQLSchema, steps: readonly Step[], depth: number): OperationPlan {
  const listsInLists = new Set<string>();
  const manyTypes = new Set<string>();
  const keysOf = remember((name: string) => {
    const type = schema.getType(name);
    return isAbstractType(type) ? responseKeys(schema, type) : (_: string, field: string) => field;
  });
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    type ? [type.name] : [],
  );

  function walk(index: number, around: ReadonlySet<string>, inList: boolean): FieldPlan {
    const step = steps[index];
    if (!step) throw new RangeError('A path has at least one field.');
    const { field } = step;
    const inside = new Set([...around, step.parent.name]);
    const connection = asConnection(field.type);
    const list = inList || isListField(field);
    if (index === steps.length - 1) {
      const place: Place = { depth, around: inside, inList: list, path: [] };
      const wanted = askedArguments(field, connection !== undefined, inList);
      return { ...select(field, wanted, selectType(field.type, place, true)), asked: true };
    }
    const next = walk(index + 1, inside, list || connection !== undefined);
    // The path continues through the items of a connection: without its cursor, only the first page can be read.
    const pages = connection && steps[index + 1]?.field.name === connection.items[0] ? pageInfo(connection) : [];
    const wanted = pages.length > 0 ? nestedArguments(field, true) : requiredArguments(field);
    return { ...select(field, wanted, [next, ...pages]), asked: true };
  }

  function selectType(type: GraphQLOutputType, place: Place, asked: boolean): readonly SelectionPlan[] {
    const named = getNamedType(type);
    if (isLeafType(named)) return [];
    const connection = asConnection(type);
    const chosen = connection ? selectConnection(named, connection, place) : selectComposite(named, place, asked);
    return chosen.length === 0 && asked ? [typename] : chosen;
  }

  function selectConnection(
    type: GraphQLCompositeType,
    connection: Connection,
    place: Place,
  ): readonly SelectionPlan[] {
    const { edge, items, node } = connection;
    const inside = { ...place, around: new Set([...place.around, type.name]), inList: true };
    const perItem = isLeafType(node) ? [] : orTypename(selectComposite(node, inside, place.path.length === 0));
    // The fields of an edge, such as a role, are data; its cursor is only needed for paging by hand.
    const list =
      edge && items[0] === 'edges'
        ? plumbing('edges', [...leaves(edge, new Set(['cursor'])), plumbing('node', perItem)])
        : plumbing('nodes', perItem);
    return [...leaves(type), list, ...pageInfo(connection)];
  }

  function selectComposite(type: GraphQLCompositeType, place: Place, asked: boolean): readonly SelectionPlan[] {
    const inside = { ...place, around: new Set([...place.around, type.name]) };
    if (!isAbstractType(type)) return selectFields(type, inside);
    const common = selectFields(type, inside);
    const members = schema.getPossibleTypes(type).filter((member) => !place.around.has(member.name));
    const many = members.length > (isInterfaceType(type) ? mostFragments.interface : mostFragments.union);
    if (many) manyTypes.add(type.name);
    // The shared fields of an interface suffice; fragments are added only if the interface itself was requested.
    if (many || (isInterfaceType(type) && !asked)) return common.length > 0 || asked ? [typename, ...common] : [];
    const shared = new Set(fieldsOf(type).map((field) => field.name));
    const keys = keysOf(type.name);
    const fragments = members.flatMap((member): readonly SelectionPlan[] => {
      const around = new Set([...inside.around, member.name]);
      const selections = selectFields(member, { ...inside, around }, shared).map((selection) =>
        selection.kind === 'field' ? keyed(selection, keys(member.name, selection.name)) : selection,
      );
      return selections.length > 0 ? [{ kind: 'fragment', on: member.name, selections }] : [];
    });
    return common.length + fragments.length > 0 ? [typename, ...common, ...fragments] : [];
  }

  function selectFields(
    type: GraphQLCompositeType,
    place: Place,
    except: ReadonlySet<string> = new Set(),
  ): readonly SelectionPlan[] {
    const nested = fieldsOf(type)
      .filter((field) => !isDeprecated(field) && !isLeafType(getNamedType(field.type)) && !except.has(field.name))
      .flatMap((field) => nestedField(field, place));
    return [...leaves(type, except), ...nested];
  }

  function nestedField(field: Field, place: Place): readonly SelectionPlan[] {
    const named = getNamedType(field.type);
    const connection = asConnection(field.type);
    const target = connection?.node.name ?? named.name;
    if (place.depth <= 1 || roots.includes(named.name)) return [];
    if (place.around.has(target) || place.around.has(named.name)) return [];
    const path = [...place.path, field.name];
    if (connection && place.inList) {
      listsInLists.add(path.join('.'));
      return [];
    }
    const inside = { ...place, depth: place.depth - 1, inList: place.inList || isListField(field), path };
    const selections = selectType(field.type, inside, false);
    return selections.length > 0 ? [select(field, nestedArguments(field, connection !== undefined), selections)] : [];
  }

  const root = walk(0, new Set(), false);
  return { root, listsInLists: [...listsInLists], manyTypes: [...manyTypes] };
}

function orTypename(selections: readonly SelectionPlan[]): readonly SelectionPlan[] {
  return selections.length > 0 ? selections : [typename];
}

function leaves(type: GraphQLCompositeType, except: ReadonlySet<string> = new Set()): readonly SelectionPlan[] {
  return fieldsOf(type)
    .filter((field) => !isDeprecated(field) && isLeafType(getNamedType(field.type)) && !except.has(field.name))
    .map((field) => select(field, requiredArguments(field), []));
}

function pageInfo(connection: Connection): readonly SelectionPlan[] {
  const selections = connection.pageInfo ? leaves(connection.pageInfo) : [];
  return selections.length > 0 ? [plain('pageInfo', selections)] : [];
}

function remember<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, { readonly value: Value }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}
