import {
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

/** One input object that the value of a variable may contain, in the snapshot and in the live schema. */
export interface InputPair {
  readonly old: GraphQLInputObjectType;
  readonly live: GraphQLInputObjectType;
}

/** The named type of a variable in both schemas, and every input object that its value may contain at any depth. */
export interface VariablePair {
  readonly node: VariableDefinitionNode;
  readonly old: GraphQLNamedType;
  readonly live: GraphQLNamedType;
  readonly inputs: readonly InputPair[];
}

/** Follows each variable of an operation through both schemas. Types that one of them does not have are skipped. */
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

/** The fields that both versions of an input object have. */
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
