import { buildSchema, type GraphQLSchema, parse, print } from 'graphql';
import { printShape } from '../../src/codegen/output/print-shape.ts';
import { readShape, type Shape } from '../../src/drift/watch/read-shape.ts';
import { TypedOperation } from '../../src/index.ts';

/** An operation as generation with `origins` writes it: its text, and the types of its fields. */
export function watchedOperation(schema: GraphQLSchema | string, text: string, openEnums = false) {
  const built = typeof schema === 'string' ? buildSchema(schema) : schema;
  const document = parse(text);
  const [definition] = document.definitions;
  if (definition?.kind !== 'OperationDefinition' || definition.operation === 'subscription')
    throw new Error('An operation comes first.');
  return new TypedOperation<unknown, Record<string, unknown>>(print(document), {
    name: definition.name?.value ?? '',
    kind: definition.operation,
    connections: {},
    origin: { file: 'operations/devices.graphql', shape: printShape(built, document, openEnums) },
  });
}

/** The types that an operation carries, read again. */
export function shapeOf(operation: ReturnType<typeof watchedOperation>): Shape {
  if (!operation.origin) throw new Error('The operation has no origin.');
  return readShape(operation.toString(), operation.origin);
}
