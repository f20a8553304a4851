import { type DocumentNode, GraphQLSchema, visit } from 'graphql';

interface Executed {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

const incremental: ReadonlySet<string> = new Set(['defer', 'stream']);

/** A schema and a document without `@defer` and `@stream`, so that one answer holds all: graphql 17 executes neither with them. */
export function atOnce(schema: GraphQLSchema, document: DocumentNode): Executed {
  const directives = schema.getDirectives().filter(({ name }) => !incremental.has(name));
  if (directives.length === schema.getDirectives().length) return { schema, document };
  let executable = executables.get(schema);
  if (!executable) {
    executable = new GraphQLSchema({ ...schema.toConfig(), directives, assumeValid: true });
    executables.set(schema, executable);
  }
  return {
    schema: executable,
    document: visit(document, { Directive: ({ name }) => (incremental.has(name.value) ? null : undefined) }),
  };
}

const executables = new WeakMap<GraphQLSchema, GraphQLSchema>();
