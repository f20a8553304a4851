import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { plural } from '../base/words.ts';
import { checkDrift } from '../drift/check-drift.ts';
import { parseAccepted } from '../drift/model/accepted.ts';
import { acceptedFile } from '../drift/model/defaults.ts';
import { judgeDrift } from '../drift/model/policy.ts';
import { endpointText, ownCommand } from '../graphql/files/commands.ts';
import { IntrospectionError, introspect } from '../graphql/introspection/index.ts';
import { refuse } from '../graphql/operations-error.ts';
import { placeText } from '../graphql/place.ts';
import type { OutputOptions } from './output/output.ts';

/**
 * Judges the live schema as `check` does, with the changes that `drift.json` accepts.
 *
 * @param folder - The folder of `drift.json`.
 * @throws {OperationsError} with the place of everything that breaks operations or code.
 * @throws {IntrospectionError} if the live schema, or a part of it that the operations use, could not be read.
 */
export async function judgeLive(
  documents: readonly DocumentNode[],
  snapshot: GraphQLSchema,
  { scalars, openEnums }: Pick<OutputOptions, 'scalars' | 'openEnums'>,
  baseUrl: string,
  folder: string,
): Promise<void> {
  const unknown = (message: string): string => `Whether the live schema changed is unknown. ${message}`;
  const live = await introspect({ baseUrl, descriptions: false }).catch((error: unknown) => {
    if (!(error instanceof IntrospectionError)) throw error;
    const { code, message, status } = error;
    throw new IntrospectionError(code, unknown(message), { cause: error, ...(status === undefined ? {} : { status }) });
  });
  const files = new Set(documents.flatMap(({ definitions }) => definitions.flatMap(({ loc }) => loc?.source ?? [])));
  const operations = [...files].map(({ name: file, body: text }) => ({ file, text }));
  const text = await readFile(join(folder, acceptedFile), 'utf8').catch(() => undefined);
  const accepted = text === undefined ? [] : parseAccepted(text, acceptedFile);
  const { failing, doubt } = judgeDrift(checkDrift({ operations, snapshot, live, scalars, openEnums }), { accepted });
  if (doubt !== undefined) throw new IntrospectionError('partial', unknown(doubt.message));
  refuse(
    `Drift: ${plural(failing.length, 'change')} of the live schema of ${endpointText(baseUrl)} ${failing.length === 1 ? 'breaks' : 'break'} operations or code (${ownCommand()} check shows all)`,
    failing.flatMap(({ places, message }) => places.map((place) => `${placeText(place)}: ${message}`)),
  );
}
