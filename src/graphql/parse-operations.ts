import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
} from 'graphql';
import { refuse } from './operations-error.ts';
import { placeText } from './place.ts';
import { reachedFragments } from './reached-fragments.ts';

/** The text of a file with operations and fragments. */
export interface OperationSource {
  /** The name of the file in reports, e.g. its path relative to the root of the repository. */
  readonly file: string;
  /** GraphQL. For a code file, everything but its operations is blank, so that lines and columns stay correct. */
  readonly text: string;
}

/** An operation or a fragment. */
export type OperationOrFragment = OperationDefinitionNode | FragmentDefinitionNode;

/** One operation with exactly the fragments it uses: the document that is sent to a server. */
export interface ExecutableOperation {
  /** The name of the operation, or its kind in parentheses if it has no name. */
  readonly name: string;
  readonly node: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly document: DocumentNode;
}

/**
 * Parses the files into their operations and fragments. Type definitions are skipped: a schema may be among the files.
 *
 * @throws {OperationsError} with every file that is invalid GraphQL.
 */
export function parseDefinitions(sources: readonly OperationSource[]): readonly OperationOrFragment[] {
  const problems: string[] = [];
  const definitions = sources.flatMap(({ file, text }) => {
    if (text.replace(/#[^\n]*/g, '').trim() === '') return [];
    try {
      return parse(new Source(text, file)).definitions;
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const [at = { line: 1, column: 1 }] = error.locations ?? [];
      problems.push(`${placeText({ file, ...at })}: ${error.message}`);
      return [];
    }
  });
  refuse('These files are invalid GraphQL', problems);
  return definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION,
  );
}

/**
 * Parses every operation of the files. Fragments are shared between files, as code generation shares them.
 *
 * @throws {OperationsError} if a file is invalid GraphQL, or two operations or fragments have the same name.
 */
export function parseOperations(sources: readonly OperationSource[]): readonly ExecutableOperation[] {
  const definitions = parseDefinitions(sources);
  refuse('These definitions have the same name', findDoubles(definitions));
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  return definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const reached = reachedFragments(node, fragments);
    return {
      name: node.name?.value ?? `(${node.operation})`,
      node,
      fragments: reached,
      document: { kind: Kind.DOCUMENT, definitions: [node, ...reached.values()] },
    };
  });
}

/** One problem for each operation with the name of another operation, and for each fragment with that of another fragment. */
export function findDoubles(definitions: readonly OperationOrFragment[]): readonly string[] {
  const first = new Map<string, OperationOrFragment>();
  return definitions.flatMap((node) => {
    if (node.name === undefined) return [];
    const what = `${node.kind === Kind.OPERATION_DEFINITION ? 'operation' : 'fragment'} ${node.name.value}`;
    const twin = first.get(what);
    if (twin === undefined) {
      first.set(what, node);
      return [];
    }
    const [one, other] = [twin, node].map(placeText).sort();
    return [`${one}: The ${what} is also defined at ${other}. Rename one of them.`];
  });
}
