import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
} from 'graphql';
import { findMistakes } from './find-mistakes.ts';
import { refuse } from './operations-error.ts';
import { placeText } from './place.ts';
import { type FindFragment, reachedFragments } from './reached-fragments.ts';

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
 * Parses every operation of the files. Fragments are shared between files, as code generation shares them; a file that
 * defines a fragment itself uses its own, so that self-contained files may reuse a name.
 *
 * @throws {OperationsError} if a file is invalid GraphQL, two operations have the same name, a name of a fragment is
 * ambiguous, or an operation is wrong by itself, e.g. spreads a fragment that nobody defines.
 */
export function parseOperations(sources: readonly OperationSource[]): readonly ExecutableOperation[] {
  const definitions = parseDefinitions(sources);
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = new Map<string, FragmentDefinitionNode[]>();
  for (const node of definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(node.name.value, [...(fragments.get(node.name.value) ?? []), node]);
  const doubles = new Set(findDoubles(operations));
  const noteDoubles = (...twins: readonly OperationOrFragment[]): void => {
    for (const it of findDoubles(twins)) doubles.add(it);
  };
  const ofFile = (all: readonly FragmentDefinitionNode[], node: OperationOrFragment): typeof all =>
    all.filter((it) => it.loc?.source === node.loc?.source);
  for (const all of fragments.values()) for (const node of all) noteDoubles(...ofFile(all, node));
  const find: FindFragment = (name, from) => {
    const all = fragments.get(name) ?? [];
    const own = ofFile(all, from);
    const meant = own.length > 0 ? own : all;
    noteDoubles(...meant);
    return meant[0];
  };
  const executable = operations.map((node): ExecutableOperation => {
    const reached = reachedFragments(node, find, noteDoubles);
    return {
      name: node.name?.value ?? `(${node.operation})`,
      node,
      fragments: reached,
      document: { kind: Kind.DOCUMENT, definitions: [node, ...reached.values()] },
    };
  });
  refuse('These definitions have the same name', [...doubles]);
  refuse('These operations are invalid, whatever the schema is', findMistakes(executable));
  return executable;
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
