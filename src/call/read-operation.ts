import { type DefinitionNode, type DocumentNode, parse, print, type SelectionSetNode } from '@0no-co/graphql.web';
import type { DocumentNodeLike, OperationKind } from '../base/typed-operation.ts';
import { ConfigurationError } from '../errors.ts';

/** What a call needs of its operation, read from the document's text. */
export interface Operation {
  readonly text: string;
  /** The operation's name, if it has one. */
  readonly name?: string;
  /** The kind that counts for retries and access: a document's most powerful one; undefined where it is unknown. */
  readonly kind?: OperationKind;
  /** What goes on the wire as `operationName`: only where the document holds several operations, or may (it can't be read). */
  readonly wireName?: string;
  /** Whether every root field begins with `__`, so that no key is needed (documented: introspection is open). */
  readonly introspection: boolean;
}

interface Analysis {
  readonly kind?: OperationKind;
  readonly names: readonly (string | undefined)[];
  readonly introspection: boolean;
}

const REMEMBERED = 500;
const analyses = new Map<string, Analysis>();
const printed = new WeakMap<object, string>();

/** @throws {ConfigurationError} when `document` is not a document, or names several operations and `operationName` none of them. */
export function readOperation(document: unknown, operationName?: string): Operation {
  const text = textOf(document);
  const { kind, names, introspection } = analysisOf(text);
  if (operationName !== undefined && kind !== undefined && !names.includes(operationName)) {
    throw new ConfigurationError(`The document has no operation of the given operationName. It has: ${listed(names)}.`);
  }
  if (operationName === undefined && names.length > 1) {
    throw new ConfigurationError(
      `The document has ${names.length} operations (${listed(names)}). Say which to run with the operationName option.`,
    );
  }
  const name = operationName ?? names[0];
  return {
    text,
    introspection,
    ...(name !== undefined && { name }),
    ...(kind !== undefined && { kind }),
    ...(names.length !== 1 && name !== undefined && { wireName: name }),
  };
}

/** The text of a document in any of the forms a caller may hold it in. */
export function textOf(document: unknown): string {
  if (typeof document === 'string') return document;
  if (document instanceof String) return document.toString();
  if (isDocumentNode(document)) {
    const text = printed.get(document) ?? printedText(document);
    printed.set(document, text);
    return text;
  }
  throw new ConfigurationError('The operation is neither a string, a generated operation nor a GraphQL document node.');
}

function printedText(document: DocumentNode): string {
  try {
    return print(document);
  } catch {
    throw new ConfigurationError('The GraphQL document node is broken: it cannot be written as text.');
  }
}

function isDocumentNode(value: unknown): value is DocumentNode {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && (value as DocumentNodeLike).kind === 'Document'
  );
}

function analysisOf(text: string): Analysis {
  const known = analyses.get(text);
  if (known) return known;
  const analysis = analyse(text);
  if (analyses.size >= REMEMBERED) analyses.clear();
  analyses.set(text, analysis);
  return analysis;
}

function analyse(text: string): Analysis {
  const definitions = definitionsIn(text);
  // The server may speak a newer grammar than ours: what can't be read is sent, and treated as a mutation.
  if (!definitions) return { names: [], introspection: false };
  const operations = definitions.filter((definition) => definition.kind === 'OperationDefinition');
  const kinds = new Set<OperationKind>(operations.map((definition) => definition.operation));
  const kind = (['subscription', 'mutation', 'query'] as const).find((candidate) => kinds.has(candidate));
  return {
    ...(kind !== undefined && { kind }),
    names: operations.map((definition) => definition.name?.value),
    introspection:
      operations.length > 0 &&
      operations.every(({ selectionSet }) => onlyMetaFields(selectionSet, definitions, new Set())),
  };
}

function definitionsIn(text: string): readonly DefinitionNode[] | undefined {
  // The parser may take an escaped `"""` for the end of its block string, or a NUL for that of a comment, and then text for
  // operations: better unread.
  if (text.includes('\\"""') || text.includes('\0')) return undefined;
  try {
    return parse(text, { noLocation: true }).definitions;
  } catch {
    return undefined;
  }
}

function onlyMetaFields(set: SelectionSetNode, definitions: readonly DefinitionNode[], seen: Set<string>): boolean {
  return set.selections.every((selection) => {
    if (selection.kind === 'Field') return selection.name.value.startsWith('__');
    if (selection.kind === 'InlineFragment') return onlyMetaFields(selection.selectionSet, definitions, seen);
    const name = selection.name.value;
    if (seen.has(name)) return true;
    seen.add(name);
    const fragment = definitions.find((it) => it.kind === 'FragmentDefinition' && it.name.value === name);
    return fragment?.kind === 'FragmentDefinition' && onlyMetaFields(fragment.selectionSet, definitions, seen);
  });
}

function listed(names: readonly (string | undefined)[]): string {
  return names.map((name) => name ?? '(anonymous)').join(', ');
}
