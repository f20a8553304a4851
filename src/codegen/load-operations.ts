import { type DocumentNode, Kind } from 'graphql';
import { parseDefinitions } from '../graphql/parse-operations.ts';
import { type OperationPlaces, readOperationSources } from '../graphql/read-operations.ts';

/**
 * Reads all operations as one document; every definition in it knows the file and the place it comes from.
 *
 * @throws {OperationsError} where a file is invalid GraphQL.
 * @throws {ConfigurationError} where a path leads nowhere.
 */
export async function loadOperations(places: OperationPlaces): Promise<DocumentNode> {
  return { kind: Kind.DOCUMENT, definitions: parseDefinitions(await readOperationSources(places)) };
}
