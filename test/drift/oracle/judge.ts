import { type DocumentNode, type GraphQLSchema, Kind, validate } from 'graphql';
import type { Drift } from '../../../src/drift/model/drift.ts';
import type { FindingKind } from '../../../src/drift/model/finding.ts';
import type { ExecutableOperation } from '../../../src/graphql/parse-operations.ts';
import { type GeneratedTypes, generatedTypes } from './generated-types.ts';

/** The affected operations by name, in the order of the files. */
interface Verdict {
  readonly broken: readonly string[];
  readonly types: readonly string[];
}

/** The results of graphql-js's validation and of our own code generation. */
interface Opinion {
  readonly broken: readonly string[];
  readonly types: GeneratedTypes;
}

export function opinionOf(schema: GraphQLSchema, operations: readonly ExecutableOperation[]): Opinion {
  const accepted = operations.filter(
    ({ node, document }) => schema.getRootType(node.operation) != null && validate(schema, document).length === 0,
  );
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...new Set(accepted.flatMap((operation) => operation.document.definitions))],
  };
  const broken = operations.filter((it) => !accepted.includes(it)).map(({ name }) => name);
  return { broken, types: generatedTypes(schema, document) };
}

/** The verdict of an independent judge: operations that are broken now, and valid operations that are generated differently. */
export function compareOpinions(before: Opinion, after: Opinion): Verdict {
  const differs = (name: string): boolean => before.types.has(name) && before.types.get(name) !== after.types.get(name);
  return { broken: after.broken, types: [...after.types.keys()].filter(differs) };
}

/**
 * The verdict of `checkDrift`. Generated code cannot judge findings of broken operations, or of operations newer than the snapshot.
 *
 * @param newer - The operations that the snapshot rejects.
 */
export function verdictOf({ findings, operations }: Drift, newer: readonly string[] = []): Verdict {
  const touched = (kind: FindingKind): string[] => {
    const own = findings.filter((finding) => finding.kind === kind);
    const names = new Set(own.flatMap(({ places }) => places.flatMap((place) => place.operations)));
    return operations.map(({ name }) => name).filter((name) => names.has(name));
  };
  const broken = touched('broken');
  return { broken, types: touched('types').filter((name) => !broken.includes(name) && !newer.includes(name)) };
}
