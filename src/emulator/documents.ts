import {
  type DocumentNode,
  GraphQLError,
  GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  parse,
  validate,
  visit,
} from 'graphql';
import { memo } from '../base/memo.ts';
import { fragmentsByName } from '../graphql/fragments.ts';

/** A document with its errors under a schema. The syntax tree of an invalid text is empty. */
interface ReadDocument {
  readonly document: DocumentNode;
  readonly problems: (schema: GraphQLSchema) => readonly GraphQLError[];
}

export interface RequestedOperation extends ReadDocument {
  /** Undefined, as `kind` is, if the document has no such operation, or several to choose from. */
  readonly name: string | undefined;
  readonly kind: OperationTypeNode | undefined;
  readonly needsKey: boolean;
  readonly introspects: boolean;
}

/** A client that writes values into its documents sends ever new ones: at this number all are forgotten. */
const limit = 2_000;

const documents = new Map<string, ReadDocument>();

export function requestedOperation(text: string, operationName: string | undefined): RequestedOperation {
  if (documents.size >= limit) documents.clear();
  const read = documents.get(text) ?? readDocument(text);
  documents.set(text, read);
  const operation = getOperationAST(read.document, operationName);
  const fields = operation ? rootFields(read.document, operation) : [];
  return {
    ...read,
    name: operation?.name?.value ?? operationName,
    kind: operation?.operation,
    // Documented: introspection needs no key.
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
  // A set of sets: a fragment of an invalid document may spread itself.
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

const incremental: ReadonlySet<string> = new Set(['defer', 'stream']);

const withoutIncremental = memo((schema: GraphQLSchema) => {
  const all = schema.getDirectives();
  const directives = all.filter(({ name }) => !incremental.has(name));
  if (directives.length === all.length) return schema;
  return new GraphQLSchema({ ...schema.toConfig(), directives, assumeValid: true });
});

/** Removes `@defer` and `@stream`, so that one answer holds all: `execute` of graphql 17 refuses a schema that has them. */
export function atOnce(
  schema: GraphQLSchema,
  document: DocumentNode,
): { readonly schema: GraphQLSchema; readonly document: DocumentNode } {
  const executable = withoutIncremental(schema);
  if (executable === schema) return { schema, document };
  const remove = {
    Directive: ({ name }: { name: { value: string } }) => (incremental.has(name.value) ? null : undefined),
  };
  return { schema: executable, document: visit(document, remove) };
}
