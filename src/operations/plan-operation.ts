import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isRequiredArgument,
} from 'graphql';
import { asConnection, type Connection, uncertainArguments } from '../graphql/connection.ts';
import { type Field, fieldsOf, isDeprecated, isListField, requiredArguments } from '../graphql/fields.ts';
import { errorLists, groupsMutations, isMutation } from '../graphql/mutations.ts';
import { mostFragments, screenLines } from './defaults.ts';
import type { ResolvedPath, Step } from './path.ts';
import { type FieldPlan, fillScreen, planField, responseAliases, type SelectionPlan } from './selection-plan.ts';

export interface OperationPlan {
  readonly root: FieldPlan;
  /** The paths of fields that do not fit on a screen. */
  readonly beyondScreen: readonly string[];
  /** The paths of connections inside lists, which cannot be paged through. */
  readonly listsInLists: readonly string[];
  /** Nested lists that an argument may cut off, by coordinate. */
  readonly cutLists: readonly string[];
  /** Unions and interfaces with too many possible types: only their shared fields are selected. */
  readonly manyTypes: readonly string[];
}

/** The context of a selection. */
interface Place {
  /** The enclosing types, which are not selected again. */
  readonly around: ReadonlySet<string>;
  /** Whether the selection is inside a list, so that connections in it cannot be paged through. */
  readonly inList: boolean;
  /** The field names from the requested field. */
  readonly path: readonly string[];
}

const typename = planField('__typename');

/**
 * Selects the fields at the end of a path: scalars and enums, nested objects, the nodes and `pageInfo` of a connection, and `__typename`
 * and fragments of abstract types. Skipped are deprecated fields, cycles, nested lists that may be cut off, what does not fit on a screen,
 * and, in the payload of a mutation, fields with arguments and mutations.
 *
 * @param fields - The fields to select of the object or node; undefined for the usual ones.
 */
export function selectPath(
  schema: GraphQLSchema,
  { above, last }: ResolvedPath,
  fields?: readonly SelectionPlan[],
): OperationPlan {
  const beyondScreen: string[] = [];
  const listsInLists = new Set<string>();
  const cutLists = new Set<string>();
  const manyTypes = new Set<string>();
  const isAnswer = (above[0] ?? last).parent === schema.getMutationType();
  const isSelected = (owner: GraphQLCompositeType, field: Field): boolean => {
    if (isDeprecated(field) && !(isAnswer && errorLists(owner).includes(field))) return false;
    if (isAnswer)
      return (
        field.args.length === 0 &&
        !isMutation(schema, owner, field) &&
        !groupsMutations(schema, getNamedType(field.type))
      );
    const isCut = mayBeCut(field);
    if (isCut) cutLists.add(`${owner.name}.${field.name}`);
    return !isCut;
  };
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].map((it) => it?.name);

  function walk([step = last, ...rest]: readonly Step[], around: ReadonlySet<string>, inList: boolean): FieldPlan {
    const { field } = step;
    const inside = new Set([...around, step.parent.name]);
    const connection = asConnection(field.type);
    const list = inList || isListField(field);
    if (step === last) {
      const place: Place = { around: inside, inList: list, path: [] };
      const wanted = askedArguments(field, connection !== undefined, inList);
      return planField(field.name, selectType(field.type, place), { arguments: wanted, asked: true });
    }
    const walked = walk(rest, inside, list || connection !== undefined);
    const owner = (rest[0] ?? last).parent;
    const next: readonly SelectionPlan[] =
      owner === getNamedType(field.type)
        ? [walked]
        : [typename, { kind: 'fragment', on: owner.name, selections: [walked] }];
    // The path continues through the nodes of a connection, which needs its cursor beyond the first page.
    const pages = connection && (rest[0] ?? last).field.name === connection.items[0] ? pageInfo(connection) : [];
    const wanted = nestedArguments(field, pages.length > 0);
    return planField(field.name, [...next, ...pages], { arguments: wanted, asked: true });
  }

  function selectType(type: GraphQLOutputType, place: Place): readonly SelectionPlan[] {
    const named = getNamedType(type);
    if (isLeafType(named)) return [];
    const connection = asConnection(type);
    return connection ? selectConnection(named, connection, place) : selectItem(named, place, 0);
  }

  /** The fields of an object or a node. At the end of the path, those that were named or that fit on the screen. */
  function selectItem(type: GraphQLCompositeType, place: Place, linesAround: number): readonly SelectionPlan[] {
    if (place.path.length > 0) return selectComposite(type, place);
    if (fields !== undefined) return fields;
    const lines = screenLines - 2 * (above.length + 2) - linesAround;
    const { kept, beyond } = fillScreen(selectComposite(type, place), Math.max(lines, 1));
    beyondScreen.push(...beyond);
    return kept.length > 0 ? kept : [typename];
  }

  function selectConnection(
    type: GraphQLCompositeType,
    connection: Connection,
    place: Place,
  ): readonly SelectionPlan[] {
    const { edge, items, node } = connection;
    const inside = { ...place, around: new Set([...place.around, type.name]), inList: true };
    const isNamed = place.path.length === 0 && fields !== undefined;
    const own = isNamed ? [] : leaves(type);
    // The cursor of an edge is only for paging by hand; other fields, such as a role, are data.
    const ofEdge = edge && !isNamed ? leaves(edge, new Set(['cursor'])) : [];
    const info = pageInfo(connection);
    const around = own.length + 2 + (info[0] ? info[0].selections.length + 2 : 0);
    const chosen = isLeafType(node) ? [] : selectItem(node, inside, around);
    const perItem = isLeafType(node) || chosen.length > 0 ? chosen : [typename];
    const lead = (name: string, selections: readonly SelectionPlan[]) =>
      planField(name, selections, { plumbing: true });
    const list =
      edge && items[0] === 'edges' ? lead('edges', [...ofEdge, lead('node', perItem)]) : lead('nodes', perItem);
    return [...own, list, ...info];
  }

  function selectComposite(type: GraphQLCompositeType, place: Place): readonly SelectionPlan[] {
    const asked = place.path.length === 0;
    const inside = { ...place, around: new Set([...place.around, type.name]) };
    if (!isAbstractType(type)) return selectFields(type, inside);
    const common = selectFields(type, inside);
    const members = schema.getPossibleTypes(type).filter((member) => !place.around.has(member.name));
    const many = members.length > (isInterfaceType(type) ? mostFragments.interface : mostFragments.union);
    if (many) manyTypes.add(type.name);
    // The shared fields suffice, except for the requested interface itself.
    if (many || (isInterfaceType(type) && !asked)) return common.length > 0 || asked ? [typename, ...common] : [];
    const shared = new Set(fieldsOf(type).map((field) => field.name));
    const aliases = responseAliases(schema, type);
    const fragments = members.flatMap((member): readonly SelectionPlan[] => {
      const around = new Set([...inside.around, member.name]);
      const selections = selectFields(member, { ...inside, around }, shared).map((selection) =>
        selection.kind === 'field'
          ? { ...selection, alias: aliases.get(`${member.name}.${selection.name}`) }
          : selection,
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
      .filter((field) => !isLeafType(getNamedType(field.type)) && !except.has(field.name))
      .filter((field) => place.path.length === 0 || (isAnswer && errorLists(type).includes(field)))
      .flatMap((field) => (isSelected(type, field) ? nestedField(field, place) : []));
    return [...leaves(type, except), ...nested];
  }

  function nestedField(field: Field, place: Place): readonly SelectionPlan[] {
    const named = getNamedType(field.type);
    const connection = asConnection(field.type);
    const target = connection?.node.name ?? named.name;
    if (roots.includes(named.name)) return [];
    if (place.around.has(target) || place.around.has(named.name)) return [];
    const path = [...place.path, field.name];
    if (connection && place.inList) {
      listsInLists.add(path.join('.'));
      return [];
    }
    const selections = selectType(field.type, { ...place, inList: place.inList || isListField(field), path });
    const wanted = nestedArguments(field, connection !== undefined);
    return selections.length > 0 ? [planField(field.name, selections, { arguments: wanted })] : [];
  }

  function leaves(type: GraphQLCompositeType, except: ReadonlySet<string> = new Set()): readonly SelectionPlan[] {
    return fieldsOf(type)
      .filter((field) => isSelected(type, field) && isLeafType(getNamedType(field.type)) && !except.has(field.name))
      .map((field) => planField(field.name, [], { arguments: requiredArguments(field) }));
  }

  function pageInfo(connection: Connection): readonly SelectionPlan[] {
    const selections = connection.pageInfo ? leaves(connection.pageInfo) : [];
    return selections.length > 0 ? [planField('pageInfo', selections)] : [];
  }

  const root = walk(above, new Set(), false);
  const cut = { listsInLists: [...listsInLists], cutLists: [...cutLists] };
  return { root, beyondScreen, ...cut, manyTypes: [...manyTypes] };
}

const forward = ['first', 'after'];

/** The arguments of a requested field. Of a connection that pages in both directions, only those that page forward. */
export function askedArguments(field: Field, isConnection: boolean, inList: boolean): readonly GraphQLArgument[] {
  const pagesForward = forward.every((name) => field.args.some((argument) => argument.name === name));
  const unused = [
    ...(isConnection && pagesForward ? ['last', 'before'] : []),
    // One cursor cannot page through a connection of each item.
    ...(isConnection && inList ? ['after', 'before'] : []),
  ];
  return usedArguments(field, ({ name }) => !unused.includes(name));
}

/** The arguments of a nested field: required ones, and those that page a connection forward. */
export function nestedArguments(field: Field, isConnection: boolean): readonly GraphQLArgument[] {
  return usedArguments(field, ({ name }) => isConnection && forward.includes(name));
}

/** Required arguments come first, paging arguments last. */
function usedArguments({ args }: Field, isWanted: (argument: GraphQLArgument) => boolean): readonly GraphQLArgument[] {
  const rank = (argument: GraphQLArgument) =>
    isRequiredArgument(argument) ? 0 : 1 + (forward.indexOf(argument.name) + 1);
  return args
    .filter((argument) => isRequiredArgument(argument) || (!isDeprecated(argument) && isWanted(argument)))
    .sort((a, b) => rank(a) - rank(b));
}

/** Whether a nested list may be cut off by an argument that it does not get. */
export function mayBeCut(field: Field): boolean {
  const connection = asConnection(field.type);
  if (connection === undefined && !isListField(field)) return false;
  const passed = nestedArguments(field, connection !== undefined).map(({ name }) => name);
  return uncertainArguments(field, connection?.pageInfo !== undefined, (name) => passed.includes(name)).length > 0;
}
