import { isRecord } from '../../base/is-record.ts';
import type { OperationKind } from '../../base/typed-operation.ts';
import { misconfigured } from '../../errors.ts';
import { printDocument } from './print-document.ts';
import { type Definition, readDocument } from './read-document.ts';

export interface Operation {
  readonly text: string;
  readonly json: string;
  readonly name?: string | undefined;
  /** The most powerful kind in the document, which decides on retries and access; undefined if unknown. */
  readonly kind?: OperationKind | undefined;
  /** The `operationName` to send; undefined if the document holds a single operation. */
  readonly wireName?: string | undefined;
  /** Whether only `__` fields are asked for, which needs no key (documented: introspection is open). */
  readonly introspection: boolean;
  /** First steps of an error's path into the data: at least every response key of the root. Undefined if uncertain. */
  readonly rootKeys?: ReadonlySet<string> | undefined;
}

const KINDS = ['subscription', 'mutation', 'query'] as const;

interface Analysis {
  readonly names: readonly (string | undefined)[];
  readonly shared: Omit<Operation, 'name' | 'wireName'>;
  readonly known: Map<string | undefined, Operation>;
}

const REMEMBERED = 500;
const analyses = new Map<string, Analysis>();
const printed = new WeakMap<object, string>();

export function readOperation(document: unknown, operationName?: string): Operation {
  const { names, shared, known } = analysisOf(textOf(document));
  const found = known.get(operationName);
  if (found) return found;
  const isNamed = operationName === undefined ? names.length <= 1 : names.includes(operationName);
  if (!isNamed && (shared.kind || operationName === undefined)) {
    const listed = names.map((name) => name ?? 'anonymous').join(', ');
    throw misconfigured(`The document has ${names.length} operations (${listed}).`, { advice: 'operation_name' });
  }
  const name = operationName ?? names[0];
  const operation = { ...shared, name, wireName: names.length === 1 ? undefined : name };
  if (isNamed) known.set(operationName, operation);
  return operation;
}

export function textOf(document: unknown): string {
  if (typeof document === 'string') return document;
  if (document instanceof String) return document.toString();
  if (isRecord(document) && document['kind'] === 'Document') {
    try {
      const text = printed.get(document) ?? printDocument(document);
      printed.set(document, text);
      return text;
    } catch {
      throw misconfigured('The GraphQL document node cannot be written as text.');
    }
  }
  throw misconfigured('The operation must be a string, a generated operation or a GraphQL document node.');
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
  // The server may know a newer grammar: an unreadable document is sent, and treated as a mutation.
  const definitions = readDocument(text);
  const operations = definitions?.filter(({ type }) => type !== 'fragment') ?? [];
  const areAllMeta = operations.every(({ roots }) => areMeta(roots, definitions ?? [], new Set()));
  return {
    names: operations.map(({ name }) => name),
    known: new Map(),
    shared: {
      text,
      json: JSON.stringify(text),
      kind: KINDS.find((kind) => operations.some(({ type }) => type === kind)),
      introspection: operations.length > 0 && areAllMeta,
      rootKeys: definitions && rootKeysOf(definitions),
    },
  };
}

/** Names and aliases of all definitions: a key too many only makes an outcome `unknown`. */
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
