import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
  visit,
} from 'graphql';

/** A file of GraphQL operations and fragments. */
export interface OperationSource {
  /** How reports name it, e.g. its path relative to the repository's root. */
  readonly file: string;
  /** Its text. */
  readonly text: string;
}

/** One operation with the fragments it reaches, and nothing else. */
export interface Operation {
  /** The operation's name, or its kind in brackets where it has none. */
  readonly name: string;
  readonly node: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly document: DocumentNode;
}

/** The operations can't be read: a syntax error, or a name used twice. A mistake in the input, never drift. */
export class OperationsError extends Error {
  override readonly name = 'OperationsError';
}

/**
 * Reads every operation of the files. Fragments are shared between files, as code generation shares them.
 *
 * @throws {OperationsError} where a file does not parse, or two operations or two fragments have one name.
 */
export function readOperations(sources: readonly OperationSource[]): readonly Operation[] {
  const definitions = sources.flatMap((source) => parseSource(source).definitions);
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = byName(
    'Fragment',
    definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION),
  );
  byName('Operation', operations);
  return operations.map((node) => {
    const reached = reachedFragments(node, fragments);
    return {
      name: node.name?.value ?? `(${node.operation})`,
      node,
      fragments: reached,
      document: { kind: Kind.DOCUMENT, definitions: [node, ...reached.values()] },
    };
  });
}

function byName<T extends OperationDefinitionNode | FragmentDefinitionNode>(
  what: string,
  nodes: readonly T[],
): ReadonlyMap<string, T> {
  const named = new Map<string, T>();
  for (const node of nodes) {
    if (node.name === undefined) continue;
    const twin = named.get(node.name.value);
    if (twin !== undefined) {
      const files = [...new Set([twin, node].map(({ loc }) => loc?.source.name))].join(' and ');
      throw new OperationsError(`${what} ${node.name.value} is defined twice, in ${files}. Rename one of them.`);
    }
    named.set(node.name.value, node);
  }
  return named;
}

function parseSource({ file, text }: OperationSource): DocumentNode {
  if (text.replace(/#[^\n]*/g, '').trim() === '') return { kind: Kind.DOCUMENT, definitions: [] };
  try {
    return parse(new Source(text, file));
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const at = error.locations?.[0];
    throw new OperationsError(`${file}${at === undefined ? '' : `:${at.line}:${at.column}`}: ${error.message}`);
  }
}

function reachedFragments(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): ReadonlyMap<string, FragmentDefinitionNode> {
  const reached = new Map<string, FragmentDefinitionNode>();
  const follow = (root: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(root, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (fragment === undefined || reached.has(name.value)) return;
        reached.set(name.value, fragment);
        follow(fragment);
      },
    });
  };
  follow(operation);
  return reached;
}
