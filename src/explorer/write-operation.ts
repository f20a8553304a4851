import type { GraphQLSchema } from 'graphql';
import { asConnection } from '../graphql/connection.ts';
import type { Field } from '../graphql/fields.ts';
import { type FieldPath, type PathKind, pathText, resolvePath, type Step, UnknownNameError } from './path.ts';
import { type OperationPlan, selectPath } from './plan-operation.ts';
import { printOperation } from './print-operation.ts';
import { upperFirst } from './response-keys.ts';
import { countFields } from './selection-plan.ts';

/** One operation for one field, for a person to edit and keep. */
export interface WrittenOperation {
  readonly path: FieldPath;
  readonly kind: PathKind;
  /** Whether it reads a list in pages. */
  readonly isList: boolean;
  /** The operation's name, e.g. `ListTeamDevices`. */
  readonly name: string;
  /** The name of the file it belongs in, e.g. `team-devices.graphql`. */
  readonly fileName: string;
  /** The whole file: a comment and the operation. */
  readonly text: string;
}

/** The maximum number of fields: more are too many to edit, and too many for some validators and servers. */
const mostFields = 5000;

/**
 * Writes the operation that selects the field at the end of a path. The operation is always valid for the schema.
 *
 * @param depth - How many levels of objects are selected; 1 is the leaf fields of the field itself. If the operation would
 * select more than 5000 fields, the depth is reduced, and the file says so. @defaultValue 2
 * @throws {UnknownNameError} if the path is not in the schema.
 */
export function writeOperation(schema: GraphQLSchema, path: FieldPath, depth: number = 2): WrittenOperation {
  const steps = resolvePath(schema, path);
  const names = steps.map((step) => step.field.name);
  const asked = { kind: path.kind, names };
  const { plan, used } = affordable(schema, steps, depth);
  const name = operationName(path.kind, steps) + kindSuffix(schema, asked);
  const fileName = [...names, kindSuffix(schema, asked)].map(kebab).filter(Boolean).join('-');
  const comment = [
    `${pathText(asked)}, written by \`control-api operations add\`. The file is yours: keep only the fields that you use.`,
    ...steps.flatMap(({ field }) => deprecationNote(field)),
    ...(used < depth ? [`Depth ${used} instead of ${depth}, which would select more than ${mostFields} fields.`] : []),
    ...plan.listsInLists.map(
      (list) => `Skipped: ${list}, a list inside a list. To page through it, write a separate operation.`,
    ),
    ...plan.manyTypes.map(
      (type) => `${type} has many possible types: add \`... on Type { }\` for those that you need.`,
    ),
  ];
  const text = comment.map((line) => `# ${line}\n`).join('') + printOperation(path.kind, name, plan.root);
  const isList = endsInConnection(steps);
  return { path: asked, kind: path.kind, isList, name, fileName: `${fileName}.graphql`, text };
}

function deprecationNote({ name, deprecationReason }: Field): readonly string[] {
  return deprecationReason == null ? [] : [`${name} is deprecated: ${deprecationReason.replace(/\s+/g, ' ')}`];
}

function affordable(
  schema: GraphQLSchema,
  steps: readonly Step[],
  depth: number,
): { plan: OperationPlan; used: number } {
  // Upwards, so that a plan with a million fields is never built and discarded.
  let best = { plan: selectPath(schema, steps, 1), used: 1 };
  for (let used = 2; used <= depth; used++) {
    const plan = selectPath(schema, steps, used);
    if (countFields(plan.root) > mostFields) break;
    best = { plan, used };
  }
  return best;
}

/**
 * Makes the names of operations that are written together unique, as a generator and a folder require: if paths differ only
 * in punctuation or case, the later ones get a number.
 */
export function withUniqueNames(operations: readonly WrittenOperation[]): readonly WrittenOperation[] {
  const taken = new Set<string>();
  return operations.map((operation) => {
    for (let number = 1; ; number++) {
      const name = number === 1 ? operation.name : `${operation.name}${number}`;
      const fileName =
        number === 1 ? operation.fileName : operation.fileName.replace(/\.graphql$/, `-${number}.graphql`);
      if (taken.has(name.toLowerCase()) || taken.has(fileName)) continue;
      taken.add(name.toLowerCase()).add(fileName);
      const text = operation.text.replace(`\n${operation.kind} ${operation.name}`, `\n${operation.kind} ${name}`);
      return { ...operation, name, fileName, text };
    }
  });
}

function endsInConnection(steps: readonly Step[]): boolean {
  return steps.slice(-1).some(({ field }) => asConnection(field.type));
}

/** The name of a mutation has a verb; that of a query gets one, so that it differs from the type that it returns. */
function operationName(kind: PathKind, steps: readonly Step[]): string {
  const verb = endsInConnection(steps) ? 'List' : 'Get';
  const path = steps.map(({ field }) => upperFirst(field.name.replace(/^_+/, ''))).join('');
  return (kind === 'mutation' ? '' : verb) + path;
}

/** Both roots may have the same field. The name of the mutation then says so, even if the query is not written. */
function kindSuffix(schema: GraphQLSchema, path: FieldPath): string {
  if (path.kind === 'query') return '';
  try {
    resolvePath(schema, { ...path, kind: 'query' });
    return 'Mutation';
  } catch (error) {
    if (error instanceof UnknownNameError) return '';
    throw error;
  }
}

function kebab(name: string): string {
  return name
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2-')
    .replaceAll('_', '-')
    .replace(/^-+/, '')
    .toLowerCase();
}
