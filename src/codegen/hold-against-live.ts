import { type DocumentNode, Kind } from 'graphql';
import { endpointText } from '../graphql/endpoint-text.ts';
import { IntrospectionError, introspect } from '../graphql/introspection/index.ts';
import { refuseInvalid } from './output/definitions.ts';

/**
 * Validates operations against the live schema.
 *
 * @throws {OperationsError} with file, line and column of everything that the live schema rejects.
 * @throws {IntrospectionError} if the live schema could not be read, which is no drift.
 */
export async function holdAgainstLive(documents: readonly DocumentNode[], baseUrl: string): Promise<void> {
  const live = await introspect({ baseUrl, descriptions: false }).catch((error: unknown) => {
    if (!(error instanceof IntrospectionError)) throw error;
    const { code, message, status } = error;
    const details = { cause: error, ...(status === undefined ? {} : { status }) };
    throw new IntrospectionError(code, `Whether the live schema changed is unknown. ${message}`, details);
  });
  const definitions = documents.flatMap((document) => document.definitions);
  const head = `Drift: the operations do not match the live schema of ${endpointText(baseUrl)} (npx control-api-sdk check shows all changes)`;
  refuseInvalid(live, { kind: Kind.DOCUMENT, definitions }, head);
}
