import { type DocumentNode, GraphQLSchema, visit } from 'graphql';

interface Executed {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

const isIncremental = ({ name }: { readonly name: string }): boolean => name === 'defer' || name === 'stream';

/** A schema and a document without `@defer` and `@stream`, so that one answer holds all: graphql 17 executes neither with them. */
export function atOnce(schema: GraphQLSchema, document: DocumentNode): Executed {
  if (!schema.getDirectives().some(isIncremental)) return { schema, document };
  let executable = executables.get(schema);
  if (!executable) {
    const directives = schema.getDirectives().filter((directive) => !isIncremental(directive));
    executable = new GraphQLSchema({ ...schema.toConfig(), directives, assumeValid: true });
    executables.set(schema, executable);
  }
  const Directive = ({ name }: { readonly name: { readonly value: string } }) =>
    isIncremental({ name: name.value }) ? null : undefined;
  return { schema: executable, document: visit(document, { Directive }) };
}

const executables = new WeakMap<GraphQLSchema, GraphQLSchema>();
