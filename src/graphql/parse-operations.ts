import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
} from 'graphql';
import { grouped } from '../base/grouped.ts';
import type { OperationSource } from './files/read-operations.ts';
import { type OperationOrFragment, reachedFragments } from './fragments.ts';
import { refuse } from './operations-error.ts';
import { conflictLine, placeOf, placeText, type SourcePlace } from './place.ts';
import { findMistakes } from './validation.ts';

export interface ExecutableOperation {
  /** The name of the operation; its kind in parentheses if it has no name. */
  readonly name: string;
  readonly node: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly document: DocumentNode;
}

/** A mistake in operations that no schema could accept. */
export interface Mistake {
  readonly summary: string;
  readonly place: SourcePlace;
  readonly message: string;
  /** The names of the invalid operations; none if the file cannot be parsed. */
  readonly operations: readonly string[];
}

/** Parses files into operations and fragments. Type definitions are skipped: a schema may be among the files. */
export function parseDefinitions(sources: readonly OperationSource[]): readonly OperationOrFragment[] {
  const { definitions, mistakes } = readSources(sources);
  refuseMistakes(mistakes);
  return definitions;
}

/**
 * Parses all operations of files. Files share fragments, but a fragment of the same file takes precedence.
 *
 * @throws {OperationsError} with the first kind of mistake: other kinds may follow from it.
 */
export function parseOperations(sources: readonly OperationSource[]): readonly ExecutableOperation[] {
  const { operations, mistakes } = readOperations(sources);
  refuseMistakes(mistakes);
  return operations;
}

/** Parses operations as {@link parseOperations} does, but returns the mistakes and leaves out the invalid operations. */
export function readOperations(sources: readonly OperationSource[]): {
  readonly operations: readonly ExecutableOperation[];
  readonly mistakes: readonly Mistake[];
} {
  const { definitions, mistakes: unreadable } = readSources(sources);
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = grouped(
    definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION),
    ({ name }) => name.value,
  );
  const mistakes: Mistake[] = [];
  const invalid = new Set<OperationDefinitionNode>();
  const inSameFile = (all: readonly FragmentDefinitionNode[], node: OperationOrFragment): typeof all =>
    all.filter((it) => it.loc?.source === node.loc?.source);
  const fragmentsNamed = (wanted: string, from: OperationOrFragment): readonly FragmentDefinitionNode[] => {
    const all = fragments.get(wanted) ?? [];
    const own = inSameFile(all, from);
    return own.length > 0 ? own : all;
  };
  // Fragments of one name may differ between files, so a definition is compared with all fragments that it spreads.
  const wholeText = (node: OperationOrFragment): string => {
    const reached = reachedFragments(node, (wanted, from) => fragmentsNamed(wanted, from)[0]);
    return [node, ...reached.values()].map(print).join('\n');
  };
  const noteClashes = (twins: readonly OperationOrFragment[], user?: OperationDefinitionNode): void => {
    for (const { operations: named, ...clash } of findNameClashes(twins, wholeText)) {
      mistakes.push({ ...clash, operations: user === undefined ? named : [nameOf(user)] });
      if (user !== undefined) invalid.add(user);
    }
  };
  noteClashes(operations);
  for (const all of fragments.values()) for (const node of all) noteClashes(inSameFile(all, node));
  const executable = operations.map((node): ExecutableOperation => {
    const spread = new Set<FragmentDefinitionNode>();
    const reached = reachedFragments(node, (wanted, from) => {
      const named = fragmentsNamed(wanted, from);
      for (const fragment of named) spread.add(fragment);
      return named[0];
    });
    noteClashes([...spread], node);
    return {
      name: nameOf(node),
      node,
      fragments: reached,
      document: { kind: Kind.DOCUMENT, definitions: [node, ...reached.values()] },
    };
  });
  for (const { operation, ...mistake } of findMistakes(executable)) {
    const summary = 'These operations are invalid, whatever the schema is';
    mistakes.push({ summary, ...mistake, operations: [operation.name] });
    invalid.add(operation.node);
  }
  return {
    operations: executable.filter(({ node }) => !invalid.has(node)),
    mistakes: merged([...unreadable, ...mistakes]),
  };
}

function nameOf({ name, operation }: OperationDefinitionNode): string {
  return name?.value ?? `(${operation})`;
}

function merged(mistakes: readonly Mistake[]): readonly Mistake[] {
  const byText = new Map<string, Mistake>();
  for (const mistake of mistakes) {
    const key = `${placeText(mistake.place)} ${mistake.message}`;
    const operations = [...(byText.get(key)?.operations ?? []), ...mistake.operations];
    byText.set(key, { ...mistake, operations: [...new Set(operations)] });
  }
  return [...byText.values()];
}

function refuseMistakes(mistakes: readonly Mistake[]): void {
  const [first] = mistakes;
  if (first === undefined) return;
  const alike = mistakes.filter(({ summary }) => summary === first.summary);
  refuse(
    first.summary,
    alike.map(({ place, message }) => `${placeText(place)}: ${message}`),
  );
}

function readSources(sources: readonly OperationSource[]): {
  readonly definitions: readonly OperationOrFragment[];
  readonly mistakes: readonly Mistake[];
} {
  const mistakes: Mistake[] = [];
  const definitions = sources.flatMap(({ file, text }) => {
    if (text.replace(/#[^\n]*/g, '').trim() === '') return [];
    try {
      return parse(new Source(text, file)).definitions;
    } catch (error) {
      mistakes.push({ summary: 'Invalid GraphQL', ...unreadable(error, file, text), operations: [] });
      return [];
    }
  });
  return {
    definitions: definitions.filter(
      (node) => node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION,
    ),
    mistakes,
  };
}

function unreadable(error: unknown, file: string, text: string): Pick<Mistake, 'place' | 'message'> {
  if (error instanceof RangeError) return { place: { file, line: 1, column: 1 }, message: 'It nests too deep.' };
  if (!(error instanceof GraphQLError)) throw error;
  const line = conflictLine(text);
  if (line !== undefined) return { place: { file, line, column: 1 }, message: 'A merge left a conflict: resolve it.' };
  const [at = { line: 1, column: 1 }] = error.locations ?? [];
  return { place: { file, line: at.line, column: at.column }, message: error.message };
}

/** Finds operations that share a name, and fragments that share a name. Definitions of equal text count as one. */
export function findNameClashes(
  definitions: readonly OperationOrFragment[],
  textOf: (node: OperationOrFragment) => string = print,
): readonly Mistake[] {
  const first = new Map<string, OperationOrFragment>();
  return definitions.flatMap((node) => {
    if (node.name === undefined) return [];
    const isOperation = node.kind === Kind.OPERATION_DEFINITION;
    const definition = `${isOperation ? 'operation' : 'fragment'} ${node.name.value}`;
    const twin = first.get(definition);
    if (twin === undefined) {
      first.set(definition, node);
      return [];
    }
    if (textOf(node) === textOf(twin)) return [];
    const [one = node, other = twin] = [twin, node].sort((a, b) => (placeText(a) < placeText(b) ? -1 : 1));
    const message = `The ${definition} is also defined at ${placeText(other)}. Rename one of them.`;
    const summary = 'These definitions have the same name';
    return [{ summary, place: placeOf(one), message, operations: isOperation ? [node.name.value] : [] }];
  });
}
