import type { GraphQLSchema } from 'graphql';
import { orList } from '../../base/words.ts';
import type { ProjectConfig } from '../../codegen/project-config.ts';
import { pullCommand } from '../../graphql/files/snapshot.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { presentSnapshot, readProjectSchema, readSchema } from '../read-schema.ts';
import type { FoundDocument } from './find-document.ts';
import { byName, type IsErrorList } from './refusals.ts';

/** An operation that was read, and what the project knows of it. */
export interface ProjectOperation {
  /** The operation to send, with its fragments. */
  readonly operation: ExecutableOperation;
  /** The schema: the snapshot if there is one, else the live one. */
  schema(): Promise<GraphQLSchema>;
  /** The judge of lists of user errors in its answer: by the snapshot if there is one, else by their name. */
  errorLists(): Promise<IsErrorList>;
}

/** Reads the operation to send out of a document, which has to fit the snapshot. */
export async function readProjectOperation(
  found: FoundDocument,
  config: ProjectConfig,
  name: string | undefined,
  io: CliIo,
): Promise<ProjectOperation> {
  const snapshot = presentSnapshot(config, io);
  const { parseOperations } = await loadParser();
  const operations = parseOperations([{ file: found.origin, text: found.text }]);
  if (operations.length === 0) throw usageError(`There is no operation in ${found.origin}.`);
  if (snapshot !== undefined)
    await validate(operations, await readSchema({ from: 'file', file: snapshot }, io), snapshot);
  const operation = choose(operations, name, found.origin);
  let read: Promise<GraphQLSchema> | undefined;
  const schema = (): Promise<GraphQLSchema> => {
    read ??= readProjectSchema(io, { config }).then((it) => it.schema);
    return read;
  };
  const errorLists = async (): Promise<IsErrorList> => {
    if (snapshot === undefined) return byName;
    const { errorListsIn } = await import('../../graphql/selections/mutations-in.ts');
    const lists = new Set(errorListsIn(await schema(), operation));
    return (path) => lists.has(path);
  };
  return { operation, schema, errorLists };
}

function choose(
  operations: readonly ExecutableOperation[],
  name: string | undefined,
  origin: string,
): ExecutableOperation {
  const found =
    name === undefined && operations.length === 1 ? operations[0] : operations.find((it) => it.name === name);
  if (found !== undefined) return found;
  throw usageError(
    `Pass \`--operation\` with ${orList(operations.map((it) => it.name))}: ${origin} has ${name === undefined ? 'several operations' : `no operation ${name}`}.`,
  );
}

async function validate(
  operations: readonly ExecutableOperation[],
  schema: GraphQLSchema,
  snapshot: string,
): Promise<void> {
  const { validate: faultsIn } = await import('graphql');
  const { placeText } = await import('../../graphql/place.ts');
  const { validationRules } = await import('../../graphql/validation.ts');
  const lines = operations.flatMap(({ document }) =>
    faultsIn(schema, document, validationRules).map((fault) => `  ${placeText(fault.nodes?.[0])}: ${fault.message}`),
  );
  if (lines.length === 0) return;
  const what = [...new Set(lines)].join('\n');
  throw usageError(
    `The operation is invalid for ${snapshot}, so nothing was sent:\n${what}\nIf the snapshot is out of date, run: ${pullCommand(snapshot)}`,
  );
}

/** Loads the parser of operations. */
export async function loadParser(): Promise<typeof import('../../graphql/parse-operations.ts')> {
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  return loadPeer('Reading the operation', ['graphql'], () => import('../../graphql/parse-operations.ts'));
}
