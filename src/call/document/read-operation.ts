import { isRecord } from '../../base/is-record.ts';
import type { OperationKind } from '../../base/typed-operation.ts';
import { misconfigured } from '../../errors.ts';
import { printDocument } from './print-document.ts';
import { type Definition, readDocument } from './read-document.ts';

/** An operation, as far as a call needs it, read from the document's text. */
export interface Operation {
  readonly text: string;
  /** The text as JSON writes it. */
  readonly json: string;
  /** The operation's name, if it has one. */
  readonly name?: string | undefined;
  /** The kind that counts for retries and access: a document's most powerful one; undefined where it is unknown. */
  readonly kind?: OperationKind | undefined;
  /** The `operationName` that is sent: only where the document holds several operations, or may (it can't be read). */
  readonly wireName?: string | undefined;
  /** Whether every root field begins with `__`, so that no key is needed (documented: introspection is open). */
  readonly introspection: boolean;
  /**
   * The first steps that an error's path into the data may have: at least every response key of the operation's root. Undefined where
   * that is not certain.
   */
  readonly rootKeys?: ReadonlySet<string> | undefined;
}

/** The kinds of operations, most powerful first. */
const KINDS = ['subscription', 'mutation', 'query'] as const;

interface Analysis extends Pick<Operation, 'json' | 'kind' | 'introspection' | 'rootKeys'> {
  readonly names: readonly (string | undefined)[];
}

const REMEMBERED = 500;
const analyses = new Map<string, Analysis>();
const printed = new WeakMap<object, string>();

/** @throws {ControlApiError} when `document` is not a document, or names several operations and `operationName` none of them. */
export function readOperation(document: unknown, operationName?: string): Operation {
  const text = textOf(document);
  const { json, kind, names, introspection, rootKeys } = analysisOf(text);
  if (operationName === undefined ? names.length > 1 : kind && !names.includes(operationName)) {
    const listed = names.map((name) => name ?? 'anonymous').join(', ');
    throw misconfigured(`The document has ${names.length} operations (${listed}).`, {
      advice: 'operation_name',
    });
  }
  const name = operationName ?? names[0];
  return { text, json, introspection, rootKeys, name, kind, wireName: names.length === 1 ? undefined : name };
}

/** The text of a document in any of the forms a caller may hold it in. */
export function textOf(document: unknown): string {
  if (typeof document === 'string') return document;
  if (document instanceof String) return document.toString();
  if (isRecord(document) && document['kind'] === 'Document') {
    const text = printed.get(document) ?? printedText(document);
    printed.set(document, text);
    return text;
  }
  throw misconfigured('The operation must be a string, a generated operation or a GraphQL document node.');
}

function printedText(document: object): string {
  try {
    return printDocument(document);
  } catch {
    throw misconfigured('The GraphQL document node cannot be written as text.');
  }
}

function analysisOf(text: string): Analysis {
  const known = analyses.get(text);
  if (known) return known;
  const analysis = analyse(text);
  const [oldest] = analyses.size < REMEMBERED ? [] : analyses.keys();
  if (oldest !== undefined) analyses.delete(oldest);
  analyses.set(text, analysis);
  return analysis;
}

function analyse(text: string): Analysis {
  const json = JSON.stringify(text);
  const definitions = readDocument(text);
  // The server may speak a newer grammar than ours: what can't be read is sent, and treated as a mutation.
  if (!definitions) return { json, kind: undefined, names: [], introspection: false };
  const operations = definitions.filter(({ type }) => type !== 'fragment');
  return {
    json,
    kind: KINDS.find((kind) => operations.some(({ type }) => type === kind)),
    names: operations.map(({ name }) => name),
    introspection: operations.length > 0 && operations.every(({ roots }) => areMeta(roots, definitions, new Set())),
    rootKeys: rootKeysOf(definitions),
  };
}

/**
 * Fields by name and alias, since not all servers write the alias; of all definitions, since a key too many has an outcome
 * unknown at worst. A fragment that is elsewhere may hold any key.
 */
function rootKeysOf(definitions: readonly Definition[]): ReadonlySet<string> | undefined {
  const keys = new Set(definitions.flatMap(({ roots }) => roots.flatMap((root) => root.split(':'))));
  for (const { type, name } of definitions) if (type === 'fragment') keys.delete(`...${name}`);
  return [...keys].some((key) => key.startsWith('...')) ? undefined : keys;
}

function areMeta(roots: Definition['roots'], definitions: readonly Definition[], seen: Set<string>): boolean {
  return roots.every((root) => {
    if (!root.startsWith('...')) return /^(?:\w+:)?__\w*$/.test(root);
    if (seen.has(root)) return true;
    seen.add(root);
    const fragment = definitions.find(({ type, name }) => type === 'fragment' && root === `...${name}`);
    return fragment !== undefined && areMeta(fragment.roots, definitions, seen);
  });
}
