import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';
import type { OperationSource } from '../../../src/graphql/files/read-operations.ts';

const unmoved = new URL('../../codegen/github/', import.meta.url);
const moving = new URL('../github/', import.meta.url);

/** The operations of code generation's tests, and some in parts of GitHub's schema that changed most. */
export function githubOperations(which: 'all' | 'unmoved' = 'all'): readonly OperationSource[] {
  return (which === 'all' ? [unmoved, moving] : [unmoved]).flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.graphql'))
      .sort()
      .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') })),
  );
}

const versions = new URL('../../evolution/node_modules/', import.meta.url);

/** The installed versions of GitHub's schema, the oldest first. */
export const githubVersions: readonly string[] = readdirSync(versions)
  .flatMap((folder) => /^schema-(.+)$/.exec(folder)?.[1] ?? [])
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

export function githubText(version: string): string {
  return readFileSync(new URL(`schema-${version}/schema.graphql`, versions), 'utf8');
}

/** GitHub's SDL repeats some fields, so it is not validated as SDL. */
export function githubSchema(version: string): GraphQLSchema {
  return buildSchema(githubText(version), { assumeValidSDL: true, noLocation: true });
}
