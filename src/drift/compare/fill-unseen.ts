import {
  buildASTSchema,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isSpecifiedDirective,
  Kind,
  parse,
  printSchema,
  visit,
} from 'graphql';
import { fieldsOf, isDeprecated } from '../../graphql/fields.ts';
import { allDirectives, type InputPlace, type Unseen, unseenIn } from '../../graphql/introspection/unseen.ts';

/** A live schema in which the snapshot stands for what the server did not show. */
export interface FilledSchema {
  readonly schema: GraphQLSchema;
  /** Why an element of the live schema is unknown, by coordinate: its own, or that of its type. */
  readonly unknown: ReadonlyMap<string, string>;
}

/**
 * Fills what the server did not show with what the snapshot has, so that the comparison finds no change there. What could
 * not be read was not removed: the caller reports its use as undecided.
 */
export function fillUnseen(live: GraphQLSchema, snapshot: GraphQLSchema | undefined): FilledSchema {
  const unseen = unseenIn(live);
  const unknown = new Map<string, string>();
  const directives = (snapshot?.getDirectives() ?? []).filter((directive) => !isSpecifiedDirective(directive));
  const hidden = unseen.coordinates.has(allDirectives) ? directives.map(({ name }) => `@${name}`) : [];
  for (const coordinate of [...unseen.coordinates, ...hidden])
    unknown.set(
      coordinate,
      coordinate === allDirectives
        ? 'The server did not show its directives, so whether they changed is unknown.'
        : `The server did not show ${coordinate}, so whether it changed is unknown.`,
    );
  if (snapshot === undefined) return { schema: live, unknown };
  for (const { coordinate, place } of absentInputs(snapshot, live, unseen))
    unknown.set(
      coordinate,
      `${coordinate} is absent, but the server cannot list deprecated ${place}: it may be removed, or only deprecated.`,
    );
  return { schema: unknown.size === 0 ? live : fill(live, snapshot, new Set(unknown.keys())), unknown };
}

interface AbsentInput {
  readonly coordinate: string;
  readonly place: InputPlace;
}

/** The inputs of the snapshot that the live schema lacks and may only hide. A required input cannot be deprecated. */
function absentInputs(
  snapshot: GraphQLSchema,
  live: GraphQLSchema,
  { deprecated: places, mayHideOthers }: Unseen,
): readonly AbsentInput[] {
  const absent: AbsentInput[] = [];
  const compare = <Input extends GraphQLArgument | GraphQLInputField>(
    place: InputPlace,
    old: readonly Input[],
    now: readonly Input[],
    isRequired: (input: Input) => boolean,
    coordinate: (input: Input) => string,
  ): void => {
    if (!places.includes(place)) return;
    const names = new Set(now.map(({ name }) => name));
    for (const input of old) {
      const mayBeHidden = isDeprecated(input) || (mayHideOthers && !isRequired(input));
      if (!names.has(input.name) && mayBeHidden) absent.push({ coordinate: coordinate(input), place });
    }
  };
  for (const type of places.length === 0 ? [] : Object.values(snapshot.getTypeMap())) {
    const twin = live.getType(type.name);
    if (isInputObjectType(type) && isInputObjectType(twin)) {
      const [old, now] = [Object.values(type.getFields()), Object.values(twin.getFields())];
      compare('input fields', old, now, isRequiredInputField, ({ name }) => `${type.name}.${name}`);
    }
    const fields = new Map(fieldsOf(twin).map((field) => [field.name, field]));
    for (const { name, args } of fieldsOf(type)) {
      const now = fields.get(name)?.args;
      const coordinate = (argument: { name: string }): string => `${type.name}.${name}(${argument.name}:)`;
      if (now !== undefined) compare('field arguments', args, now, isRequiredArgument, coordinate);
    }
  }
  for (const { name, args } of places.length === 0 ? [] : snapshot.getDirectives()) {
    const now = live.getDirective(name)?.args;
    const coordinate = (argument: { name: string }): string => `@${name}(${argument.name}:)`;
    if (now !== undefined) compare('directive arguments', args, now, isRequiredArgument, coordinate);
  }
  return absent;
}

/** Puts the snapshot's definitions of the unknown elements in place of the live ones. */
function fill(live: GraphQLSchema, snapshot: GraphQLSchema, unknown: ReadonlySet<string>): GraphQLSchema {
  const then = new Map(definitionsOf(snapshot).map((node) => [coordinateOf(node), node]));
  const filled = new Map<string, DefinitionNode>();
  const add = (name: string, node: DefinitionNode): void => {
    filled.set(name, node);
    visit(node, {
      // What was filled in may refer to types that the live schema does not have.
      NamedType({ name: { value } }) {
        const missing = live.getType(value) === undefined && !filled.has(value) ? then.get(value) : undefined;
        if (missing !== undefined) add(value, missing);
      },
    });
  };
  for (const node of definitionsOf(live)) {
    const name = coordinateOf(node);
    const twin = then.get(name);
    if (twin === undefined || twin.kind !== node.kind) add(name, node);
    else add(name, unknown.has(name) ? twin : withMembers(name, node, twin, unknown));
  }
  for (const name of unknown) {
    const twin = then.get(name);
    if (twin !== undefined && !filled.has(name)) add(name, twin);
  }
  const document = { kind: Kind.DOCUMENT, definitions: [...filled.values()] } as const;
  return buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
}

function definitionsOf(schema: GraphQLSchema): readonly DefinitionNode[] {
  return parse(printSchema(schema), { noLocation: true }).definitions;
}

/** The coordinate of a type or directive. The definition of the root types has none, and is one of a kind. */
function coordinateOf(node: DefinitionNode): string {
  if (!('name' in node) || node.name === undefined) return node.kind;
  return `${node.kind === Kind.DIRECTIVE_DEFINITION ? '@' : ''}${node.name.value}`;
}

type Member = FieldDefinitionNode | InputValueDefinitionNode;

/** A definition whose unknown fields, input fields and arguments come from another one. */
function withMembers<Node extends DefinitionNode>(
  name: string,
  node: Node,
  twin: DefinitionNode,
  unknown: ReadonlySet<string>,
): Node {
  const fill = <M extends Member>(
    now: readonly M[],
    then: readonly M[],
    coordinate: (it: M) => string,
  ): readonly M[] => {
    const known = now.filter((it) => !unknown.has(coordinate(it)));
    return [...known, ...then.filter((it) => unknown.has(coordinate(it)))];
  };
  const argumentsIn = (owner: string, now: readonly InputValueDefinitionNode[] = [], then: typeof now = []) =>
    fill(now, then, (it) => `${owner}(${it.name.value}:)`);
  if (node.kind === Kind.DIRECTIVE_DEFINITION && twin.kind === node.kind)
    return { ...node, arguments: argumentsIn(name, node.arguments, twin.arguments) };
  if (!('fields' in node && 'fields' in twin)) return node;
  const old = new Map<string, Member>((twin.fields ?? []).map((it) => [it.name.value, it]));
  const fields: Member[] = [...fill<Member>(node.fields ?? [], twin.fields ?? [], (it) => `${name}.${it.name.value}`)];
  return {
    ...node,
    fields: fields.map((field) => {
      const before = old.get(field.name.value);
      if (field.kind !== Kind.FIELD_DEFINITION || before?.kind !== field.kind) return field;
      return { ...field, arguments: argumentsIn(`${name}.${field.name.value}`, field.arguments, before.arguments) };
    }),
  };
}
