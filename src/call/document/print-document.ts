/** A node of a syntax tree, with what we read of the kinds that operations are made of. */
export interface TreeNode {
  readonly kind: string;
  readonly name?: TreeNode | undefined;
  readonly alias?: TreeNode | undefined;
  readonly operation?: string;
  readonly typeCondition?: TreeNode | undefined;
  readonly variable?: TreeNode;
  readonly type?: TreeNode;
  readonly defaultValue?: TreeNode | undefined;
  readonly selectionSet?: TreeNode | undefined;
  readonly definitions?: readonly TreeNode[];
  readonly variableDefinitions?: readonly TreeNode[] | undefined;
  readonly directives?: readonly TreeNode[] | undefined;
  readonly arguments?: readonly TreeNode[] | undefined;
  readonly selections?: readonly TreeNode[];
  readonly values?: readonly TreeNode[];
  readonly fields?: readonly TreeNode[];
  readonly value?: TreeNode | string | boolean;
}

type Nodes = readonly TreeNode[] | undefined;

const all = (nodes: Nodes, between: string, before = '', after = ''): string =>
  nodes?.length ? before + nodes.map(printDocument).join(between) + after : '';

const maybe = (node: TreeNode | undefined, before: string): string => (node ? before + printDocument(node) : '');

const directives = (node: TreeNode): string => all(node.directives, ' ', ' ');

const inner = (node: TreeNode): string => `${directives(node)} ${printDocument(node.selectionSet)}`;

const pair = ({ name, value }: TreeNode): string => `${printDocument(name)}: ${printDocument(value)}`;

const plain = ({ value }: TreeNode): string => String(value);

const PRINTED: Readonly<Record<string, (node: TreeNode) => string>> = {
  Document: ({ definitions }) => all(definitions, '\n\n'),
  OperationDefinition(node) {
    const { operation, name, variableDefinitions } = node;
    const head = `${operation}${maybe(name, ' ')}${all(variableDefinitions, ', ', name ? '(' : ' (', ')')}`;
    return `${head}${inner(node)}`.replace(/^query \{/, '{');
  },
  FragmentDefinition: (node) =>
    `fragment ${printDocument(node.name)} on ${printDocument(node.typeCondition)}${inner(node)}`,
  VariableDefinition: (node) =>
    `${printDocument(node.variable)}: ${printDocument(node.type)}${maybe(node.defaultValue, ' = ')}${directives(node)}`,
  // No token holds a line break, so that all of them are ours to indent.
  SelectionSet: ({ selections }) => `{${all(selections, '\n', '\n').replaceAll('\n', '\n  ')}\n}`,
  Field: (node) =>
    `${node.alias ? `${printDocument(node.alias)}: ` : ''}${printDocument(node.name)}` +
    `${all(node.arguments, ', ', '(', ')')}${node.selectionSet ? inner(node) : directives(node)}`,
  FragmentSpread: (node) => `...${printDocument(node.name)}${directives(node)}`,
  InlineFragment: (node) => `...${maybe(node.typeCondition, ' on ')}${inner(node)}`,
  Directive: (node) => `@${printDocument(node.name)}${all(node.arguments, ', ', '(', ')')}`,
  Argument: pair,
  ObjectField: pair,
  Variable: ({ name }) => `$${printDocument(name)}`,
  ListValue: ({ values }) => `[${all(values, ', ')}]`,
  ObjectValue: ({ fields }) => `{${all(fields, ', ')}}`,
  // A block string as well: how it was written is no part of its meaning.
  StringValue: ({ value }) => JSON.stringify(value),
  NullValue: () => 'null',
  BooleanValue: plain,
  IntValue: plain,
  FloatValue: plain,
  EnumValue: plain,
  Name: plain,
  NamedType: ({ name }) => printDocument(name),
  ListType: ({ type }) => `[${printDocument(type)}]`,
  NonNullType: ({ type }) => `${printDocument(type)}!`,
};

/** The text of a syntax tree. @throws {TypeError} where it lacks a part, or holds something else than operations and fragments. */
export function printDocument(node: TreeNode['value']): string {
  const print = typeof node === 'object' && PRINTED[node.kind];
  if (!print) throw new TypeError('not a node of an operation');
  return print(node);
}
