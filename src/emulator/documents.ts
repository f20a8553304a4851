import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import { fragmentsByName } from '../graphql/fragments.ts';
import { memo } from './world/model/memo.ts';

/** A document: its syntax tree, which is empty where the text is invalid, and its errors under a schema. */
interface ReadDocument {
  readonly document: DocumentNode;
  readonly problems: (schema: GraphQLSchema) => readonly GraphQLError[];
}

export interface AskedOperation extends ReadDocument {
  /** The name and kind of the operation; undefined if the document has no such operation, or several to choose from. */
  readonly name: string | undefined;
  readonly kind: OperationTypeNode | undefined;
  readonly needsKey: boolean;
  readonly introspects: boolean;
}

/** How many documents are remembered before all are forgotten: a limit for clients that write values into the text. */
const limit = 2_000;

/** Each document is parsed and validated once, since a test suite sends the same ones over and over. */
const documents = new Map<string, ReadDocument>();

export function askedOperation(text: string, operationName: string | undefined): AskedOperation {
  if (documents.size >= limit) documents.clear();
  const read = documents.get(text) ?? readDocument(text);
  documents.set(text, read);
  const operation = getOperationAST(read.document, operationName);
  const fields = operation ? rootFields(read.document, operation) : [];
  return {
    ...read,
    name: operation?.name?.value ?? operationName,
    kind: operation?.operation,
    // Documented: introspection needs no key. So a key is needed as soon as one root field is not introspection.
    needsKey: fields.some((name) => !name.startsWith('__')),
    introspects: fields.some((name) => name === '__schema' || name === '__type'),
  };
}

function readDocument(text: string): ReadDocument {
  try {
    const document = parse(text);
    return { document, problems: memo((schema) => validate(schema, document)) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { document: { kind: Kind.DOCUMENT, definitions: [] }, problems: () => [error] };
  }
}

function rootFields({ definitions }: DocumentNode, operation: OperationDefinitionNode): readonly string[] {
  const fragments = fragmentsByName(definitions);
  const names: string[] = [];
  // Each set once: a fragment of an invalid document may spread itself.
  const sets = new Set([operation.selectionSet]);
  for (const { selections } of sets)
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.push(selection.name.value);
      else {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (fragment) sets.add(fragment.selectionSet);
      }
    }
  return names;
}
