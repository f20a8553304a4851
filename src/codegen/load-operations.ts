import { type DocumentNode, Kind } from 'graphql';
import { type OperationPlaces, readOperationSources } from '../graphql/files/read-operations.ts';
import { parseDefinitions } from '../graphql/parse-operations.ts';

/**
 * Reads all operations as one document; every definition in it keeps its file and place.
 *
 * @throws {OperationsError} if a file is invalid GraphQL.
 * @throws {ConfigurationError} if a path does not exist.
 */
export async function loadOperations(places: OperationPlaces): Promise<DocumentNode> {
  return { kind: Kind.DOCUMENT, definitions: parseDefinitions(await readOperationSources(places)) };
}
