import { buildSchema, type GraphQLSchema, Kind, parse, print } from 'graphql';
import { printUsed } from '../../src/codegen/output/print-constant.ts';
import { type AnswerCheck, planAnswerCheck } from '../../src/drift/watch/check-answer.ts';
import { fragmentsByName } from '../../src/graphql/fragments.ts';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { readSelection } from '../../src/graphql/selections/read-selection.ts';
import { TypedOperation } from '../../src/index.ts';

/** An operation as generated with `origins`: its text, and the part of the schema that it uses. */
export function watchedOperation(schema: GraphQLSchema | string, text: string, openEnums = false) {
  const built = typeof schema === 'string' ? buildSchema(schema) : schema;
  const document = parse(text);
  const node = document.definitions.find((it) => it.kind === Kind.OPERATION_DEFINITION);
  if (!node || node.operation === 'subscription') throw new Error('There is no operation.');
  const name = node.name ?? { kind: Kind.NAME, value: '' };
  const context = { schema: built, fragments: fragmentsByName(document.definitions) };
  return new TypedOperation<unknown, Record<string, unknown>>(print(document), {
    name: name.value,
    kind: node.operation,
    connections: {},
    origin: { file: 'operations/devices.graphql', schema: printUsed(context, [{ ...node, name }]), openEnums },
  });
}

/** The check of the answers to an operation, as its watcher plans it. */
export function answerCheckOf(watched: ReturnType<typeof watchedOperation>): AnswerCheck {
  const { origin } = watched;
  if (!origin) throw new Error('The operation has no origin.');
  const schema = buildSchema(origin.schema, { assumeValid: true, assumeValidSDL: true });
  const [operation] = parseOperations([{ file: '', text: watched.toString() }]);
  const selection = operation && readSelection({ schema, fragments: operation.fragments }, operation.node);
  if (!selection) throw new Error('The operation does not fit its schema.');
  return planAnswerCheck(selection, origin.openEnums === true);
}
