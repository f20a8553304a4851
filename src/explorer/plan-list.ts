import { type GraphQLSchema, getNamedType, isLeafType } from 'graphql';
import type { ConnectionInfo } from '../index.ts';
import { readArguments, splitArguments } from './list-arguments.ts';
import { type Condition, readConditions } from './list-conditions.ts';
import { defaultFields, type ListField, readFields, selectionOf } from './list-fields.ts';
import { findList, type ListAt } from './list-path.ts';
import { printOperation } from './print-operation.ts';
import { upperFirst } from './response-aliases.ts';
import { type FieldPlan, planField, type SelectionPlan } from './selection-plan.ts';

/** The request for a list. */
export interface ListWish {
  /** As written: `id,name`; undefined for the usual ones. */
  readonly fields?: string | undefined;
  /** As written: `filter={"status":"ONLINE"}`. */
  readonly arguments: readonly string[];
  /** As written: `status=ONLINE`. */
  readonly where: readonly string[];
  /** Further fields that are needed, such as those to sort by. */
  readonly also: readonly string[];
}

/** How a list is read: the operation, and what its answer holds. */
export interface ListPlan {
  readonly list: ListAt;
  readonly operationName: string;
  /** The operation. It has the variables `first` and `after` if the list is read page by page. */
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The fields to show, in their order; none for a list of plain values. */
  readonly fields: readonly ListField[];
  readonly conditions: readonly Condition[];
  /** The name of the type of its connection, if it has one. */
  readonly connectionType: string | undefined;
  /** Where the items are, and how the next page is asked for. */
  readonly connection: ConnectionInfo;
}

/**
 * Plans the operation that reads a list whole.
 *
 * @throws {UnknownNameError} if a name is not in the schema.
 * @throws {UnreadableListError} if the list cannot be read whole.
 */
export function planList(schema: GraphQLSchema, path: string, wish: ListWish): ListPlan {
  const chosen = splitArguments(wish.arguments);
  const list = findList(schema, path, [...chosen.keys()]);
  const { field, item, connection, paged, names } = list;
  const fields = wish.fields === undefined ? defaultFields(item) : readFields(item, wish.fields);
  const also = wish.also.flatMap((name) => readFields(item, name));
  const conditions = readConditions(item, field, wish.where);
  const { used, variables } = readArguments(field, paged, chosen);
  const conditionFields = conditions.map((condition) => condition.field);
  const selections = isLeafType(item) ? [] : selectionOf([...fields, ...also, ...conditionFields]);
  const inside = connection === undefined ? selections : throughConnection(list, selections);
  const paging = paged ? field.args.filter(({ name }) => name === 'first' || name === 'after') : [];
  const last = planField(field.name, inside, { arguments: [...used, ...paging], asked: true });
  const root = names
    .slice(0, -1)
    .reduceRight<FieldPlan>((inner, name) => planField(name, [inner], { asked: true }), last);
  const operationName = `List${names.map((name) => upperFirst(name.replace(/^_+/, ''))).join('')}`;
  const text = printOperation('query', operationName, root);
  return {
    list,
    operationName,
    text: paged ? text : withProof(text, list),
    variables,
    fields,
    conditions,
    connectionType: connection && getNamedType(field.type).name,
    connection: {
      path: names,
      items: connection?.items ?? ['nodes'],
      direction: 'forward',
      pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
      cursorVariable: 'after',
    },
  };
}

function throughConnection({ connection, paged }: ListAt, selections: readonly SelectionPlan[]): SelectionPlan[] {
  const [list, node] = connection?.items ?? ['nodes'];
  const items = node === undefined ? selections : [planField(node, selections)];
  return [
    planField(list, items),
    ...(paged ? [planField('pageInfo', [planField('hasNextPage'), planField('endCursor')])] : []),
  ];
}

/** The arguments of the field in the same document as the list: both come out of one schema, whatever it was when it was planned. */
function withProof(text: string, { parent }: ListAt): string {
  const proof = `  __type(name: "${parent.name}") {
    fields(includeDeprecated: true) {
      name
      args {
        name
        defaultValue
        type {
          kind
          name
        }
      }
    }
  }
}
`;
  return text.replace(/\}\n$/, proof);
}
