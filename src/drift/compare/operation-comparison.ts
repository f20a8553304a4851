import {
  type ASTNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { Fact } from '../model/finding.ts';
import type { TypeMapping } from './generated-type.ts';
import type { Usage } from './usage.ts';

export type Report = (fact: Fact, node: ASTNode) => void;

export interface OperationComparison {
  readonly operation: ExecutableOperation;
  readonly snapshotUsage: Usage;
  readonly liveUsage: Usage;
  readonly variables: readonly VariablePair[];
  readonly mapping: TypeMapping;
  readonly report: Report;
}

export interface Site {
  readonly node: ASTNode;
  readonly coordinate: string;
}

export interface InputPair {
  readonly old: GraphQLInputObjectType;
  readonly live: GraphQLInputObjectType;
}

/** The named type of a variable in both schemas, with its input objects at any depth. */
interface VariablePair {
  readonly node: VariableDefinitionNode;
  readonly old: GraphQLNamedType;
  readonly live: GraphQLNamedType;
  readonly inputs: readonly InputPair[];
}

/** The types of an operation's variables, without those that one schema lacks. */
export function variablePairs(
  operation: OperationDefinitionNode,
  snapshot: GraphQLSchema,
  schema: GraphQLSchema,
): readonly VariablePair[] {
  return (operation.variableDefinitions ?? []).flatMap((node) => {
    const [old, live] = [snapshot, schema].map((it) => getNamedType(typeFromAST(it, node.type)));
    return old && live ? [{ node, old, live, inputs: inputPairs(old, live) }] : [];
  });
}

export function sharedFields({ old, live }: InputPair): readonly [GraphQLInputField, GraphQLInputField][] {
  const fields = live.getFields();
  return Object.values(old.getFields()).flatMap((field) => {
    const twin = fields[field.name];
    return twin === undefined ? [] : [[field, twin]];
  });
}

function inputPairs(oldRoot: GraphQLNamedType, liveRoot: GraphQLNamedType): readonly InputPair[] {
  const pairs = new Map<string, InputPair>();
  const follow = (old: GraphQLNamedType, live: GraphQLNamedType): void => {
    const key = `${old.name} ${live.name}`;
    if (!isInputObjectType(old) || !isInputObjectType(live) || pairs.has(key)) return;
    const pair = { old, live };
    pairs.set(key, pair);
    for (const [before, after] of sharedFields(pair)) follow(getNamedType(before.type), getNamedType(after.type));
  };
  follow(oldRoot, liveRoot);
  return [...pairs.values()];
}
