import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationTypeNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { fragmentsByName } from '../graphql/fragments-by-name.ts';
import { memo } from './world/model/memo.ts';

/** One operation of a document, as far as the emulator reads it before it executes it. */
export interface AskedOperation {
  readonly document: DocumentNode;
  /** The name and kind of the operation; undefined if the document has no such operation, or several to choose from. */
  readonly name: string | undefined;
  readonly kind: OperationTypeNode | undefined;
  /** Whether it reads anything but the schema. */
  readonly needsKey: boolean;
  /** Whether it reads the schema. */
  readonly introspects: boolean;
  /** The validation errors of the document under a schema. */
  readonly problems: (schema: GraphQLSchema) => readonly GraphQLError[];
}

/** How many documents are remembered before all are forgotten: a limit for clients that write values into the text. */
const limit = 2_000;

/** Reads operations of documents, each parsed and validated once, since a test suite sends the same ones over and over. */
export class Documents {
  readonly #operations = new Map<string, AskedOperation | GraphQLError>();

  read(text: string, operationName: string | undefined): AskedOperation | GraphQLError {
    const key = `${operationName ?? ''}\n${text}`;
    const known = this.#operations.get(key);
    if (known) return known;
    if (this.#operations.size >= limit) this.#operations.clear();
    const operation = readOperation(text, operationName);
    this.#operations.set(key, operation);
    return operation;
  }
}

function readOperation(text: string, operationName: string | undefined): AskedOperation | GraphQLError {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
  const operation = getOperationAST(document, operationName);
  const fields = operation == null ? [] : rootFields(document, operation);
  return {
    document,
    name: operation?.name?.value ?? operationName,
    kind: operation?.operation,
    // Documented: introspection needs no key. So a key is needed as soon as one root field is not introspection.
    needsKey: fields.some((name) => !name.startsWith('__')),
    introspects: fields.some((name) => name === '__schema' || name === '__type'),
    problems: memo((schema) => validate(schema, document)),
  };
}

/** The names of the root fields of an operation, also those in fragments; an alias does not hide one. */
function rootFields(
  { definitions }: DocumentNode,
  operation: { readonly selectionSet: SelectionSetNode },
): readonly string[] {
  const fragments = new Map(fragmentsByName(definitions));
  const namesIn = ({ selections }: SelectionSetNode): readonly string[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection.name.value];
      if (selection.kind === Kind.INLINE_FRAGMENT) return namesIn(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      // Each fragment once: one of an invalid document may spread itself.
      fragments.delete(selection.name.value);
      return fragment ? namesIn(fragment.selectionSet) : [];
    });
  return namesIn(operation.selectionSet);
}
