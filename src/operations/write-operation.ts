import { type GraphQLNamedOutputType, type GraphQLNamedType, type GraphQLSchema, getNamedType } from 'graphql';
import { wordsOf, wrapWords } from '../base/words.ts';
import { asConnection } from '../graphql/connection.ts';
import { type Field, fieldOf } from '../graphql/fields.ts';
import { leadsToMutations } from '../graphql/mutations.ts';
import { parseOperations } from '../graphql/parse-operations.ts';
import { mutationsIn } from '../graphql/selections/mutations-in.ts';
import { commentWidth } from './defaults.ts';
import { mutationsBelow } from './every-path.ts';
import { type ListField, readFields, selectionOf } from './lists.ts';
import { type FieldPath, type PathKind, pathText, resolvePath, type Step, UnknownNameError } from './path.ts';
import { selectPath } from './plan-operation.ts';
import { printOperation } from './print-operation.ts';
import { upperFirst } from './selection-plan.ts';

/** An operation for a person to edit and keep. */
export interface WrittenOperation {
  readonly kind: PathKind;
  /** The name of the operation, such as `ListDevices`. */
  readonly name: string;
  readonly fileName: string;
  readonly text: string;
}

/**
 * Writes the operation for a path, which is valid for the schema. `fields` has the form of `list --fields`.
 *
 * @throws {UnknownNameError} if the schema lacks the path, or the path leads to no mutation, or to several.
 */
export function writeOperation(schema: GraphQLSchema, path: FieldPath, fields?: string): WrittenOperation {
  const resolved = resolvePath(schema, path);
  const steps = [...resolved.above, resolved.last];
  const asked = { kind: path.kind, names: steps.map((step) => step.field.name) };
  if (path.kind === 'mutation') refuseGroup(schema, resolved.last, asked);
  const names = shortNames(schema, asked.names);
  const { type } = resolved.last.field;
  const connection = asConnection(type);
  const item = connection?.node ?? getNamedType(type);
  const selected = fields === undefined ? undefined : selectionOf(pathsOf(asked, item, fields));
  const plan = selectPath(schema, resolved, selected);
  const suffix = kindSuffix(schema, asked);
  // A mutation's name has a verb. A query gets one, so that its name differs from that of a type.
  const verb = path.kind === 'mutation' ? '' : connection !== undefined ? 'List' : 'Get';
  const name = [verb, ...names.map((one) => upperFirst(one.replace(/^_+/, ''))), suffix].join('');
  const fileName = [...names, suffix].flatMap(wordsOf).join('-');
  const comment = [
    `${pathText(asked)}, written by \`control-api operations add\`. The file is yours: keep only the fields that you use.`,
    ...steps.flatMap(({ field }) => deprecationNote(field)),
    ...naming('Not selected', plan.beyondScreen, 'Name the fields that you need with `--fields`'),
    ...naming('Lists inside a list', plan.listsInLists, 'To page through one, write an operation of its own'),
    ...naming('Lists that may be cut off', plan.cutLists, 'To read one, write an operation of its own'),
    ...plan.manyTypes.map(
      (type) => `${type} has many possible types: add \`... on Type { }\` for those that you need.`,
    ),
  ];
  const text = comment.map((line) => `# ${line}\n`).join('') + printOperation(path.kind, name, plan.root);
  if (path.kind === 'mutation') refuseSeveral(schema, asked, text);
  return { kind: path.kind, name, fileName: `${fileName}.graphql`, text };
}

/** The message of an error names the path, since several operations may be written with the same fields. */
function pathsOf(path: FieldPath, item: GraphQLNamedOutputType, fields: string): readonly ListField['path'][] {
  try {
    return readFields(item, fields).map((field) => field.path);
  } catch (error) {
    if (error instanceof UnknownNameError) error.message = `${pathText(path)}: ${error.message}`;
    throw error;
  }
}

function refuseGroup(schema: GraphQLSchema, { parent, field }: Step, { names }: FieldPath): void {
  if (!leadsToMutations(schema, parent, field)) return;
  const textOf = (path: readonly string[]) => pathText({ kind: 'mutation', names: path });
  const below = mutationsBelow(schema, parent, [field]).map((end) => textOf([...names.slice(0, -1), ...end]));
  throw new UnknownNameError(`“${textOf(names)}” only leads to mutations. Add one of them: ${below.join(', ')}.`);
}

/** Refuses an operation with several mutations: on the way to the field, or in its selection. */
function refuseSeveral(schema: GraphQLSchema, path: FieldPath, text: string): void {
  const [operation] = parseOperations([{ file: pathText(path), text }]);
  const mutations = operation === undefined ? [] : mutationsIn(schema, operation);
  if (mutations.length > 1)
    throw new UnknownNameError(
      `“${pathText(path)}” would run ${mutations.length} mutations: ${mutations.join(', ')}. Write each on its own, or by hand if one only leads to the other.`,
    );
}

function deprecationNote({ name, deprecationReason }: Field): readonly string[] {
  return deprecationReason == null ? [] : [`${name} is deprecated: ${deprecationReason.replace(/\s+/g, ' ')}`];
}

function naming(what: string, names: readonly string[], advice: string): readonly string[] {
  return names.length === 0 ? [] : wrapWords(`${what}: ${names.join(', ')}. ${advice}.`, commentWidth);
}

/** Makes the names and file names of operations unique: if paths differ only in punctuation or case, the later ones get a number. */
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

/** The documented root `team` is left out of names, unless its field is also a root field. */
function shortNames(schema: GraphQLSchema, names: readonly string[]): readonly string[] {
  const [first, second] = names;
  const isRoot = (name: string): boolean =>
    [schema.getQueryType(), schema.getMutationType()].some((root) => root?.getFields()[name] !== undefined);
  return first !== 'team' || second === undefined || isRoot(second) ? names : names.slice(1);
}

/** A field of both roots: the name of the mutation has the suffix, even if the query is not written. */
function kindSuffix(schema: GraphQLSchema, path: FieldPath): string {
  if (path.kind !== 'mutation') return '';
  const query = path.names.reduce<GraphQLNamedType | null | undefined>((type, name) => {
    const field = fieldOf(type, name);
    return field && getNamedType(field.type);
  }, schema.getQueryType());
  return query ? 'Mutation' : '';
}
