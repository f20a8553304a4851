import {
  type GraphQLArgument,
  type GraphQLDirective,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
  OperationTypeNode,
} from 'graphql';
import type { SchemaChange } from '../model/drift.ts';
import { kindWords } from '../model/kind-words.ts';
import { defaultText } from './defaults.ts';

type Named = { readonly name: string };
type Found = (coordinate: string, what: string) => void;

/** Every difference between two schemas that a client can notice. */
export function schemaChanges(old: GraphQLSchema, live: GraphQLSchema): readonly SchemaChange[] {
  const changes: SchemaChange[] = [];
  const found: Found = (coordinate, what) => changes.push({ coordinate, message: `${coordinate} ${what}.` });
  for (const kind of Object.values(OperationTypeNode)) {
    const [before, after] = [old.getRootType(kind)?.name, live.getRootType(kind)?.name];
    if (before !== after)
      found(after ?? before ?? kind, `is ${after === undefined ? 'no longer' : 'now'} the ${kind} type`);
  }
  compareNamed(
    types(old),
    types(live),
    (it) => it.name,
    found,
    (before, after) => compareTypes(before, after, found),
  );
  const directives = (schema: GraphQLSchema): readonly GraphQLDirective[] =>
    schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  compareNamed(
    directives(old),
    directives(live),
    (it) => `@${it.name}`,
    found,
    (before, after) => {
      compareText(
        `@${after.name}`,
        'locations',
        [...before.locations].sort().join(' | '),
        [...after.locations].sort().join(' | '),
        found,
      );
      if (before.isRepeatable !== after.isRepeatable)
        found(`@${after.name}`, after.isRepeatable ? 'is now repeatable' : 'is no longer repeatable');
      compareArguments(`@${after.name}`, before.args, after.args, found);
    },
  );
  return changes;
}

/** All types but the built-in ones: `Float`, for example, disappears with its last use, which is no change. */
function types(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
}

function compareNamed<T extends Named>(
  old: readonly T[],
  live: readonly T[],
  coordinate: (item: T) => string,
  found: Found,
  compare: (before: T, after: T) => void,
): void {
  const after = new Map(live.map((item) => [item.name, item]));
  for (const item of old) {
    const twin = after.get(item.name);
    if (twin === undefined) found(coordinate(item), 'was removed');
    else compare(item, twin);
  }
  const before = new Set(old.map((item) => item.name));
  for (const item of live) if (!before.has(item.name)) found(coordinate(item), 'was added');
}

function compareTypes(old: GraphQLNamedType, live: GraphQLNamedType, found: Found): void {
  const { name } = live;
  const member = (item: Named): string => `${name}.${item.name}`;
  if (isObjectType(old) && isObjectType(live)) compareComposites(old, live, member, found);
  else if (isInterfaceType(old) && isInterfaceType(live)) compareComposites(old, live, member, found);
  else if (isUnionType(old) && isUnionType(live)) compareSets(name, 'member', old.getTypes(), live.getTypes(), found);
  else if (isEnumType(old) && isEnumType(live))
    compareNamed(old.getValues(), live.getValues(), member, found, (before, after) =>
      compareDeprecation(member(after), before, after, found),
    );
  else if (isInputObjectType(old) && isInputObjectType(live)) {
    if (old.isOneOf !== live.isOneOf)
      found(name, live.isOneOf ? 'is now a one-of input' : 'is no longer a one-of input');
    compareNamed(Object.values(old.getFields()), Object.values(live.getFields()), member, found, (before, after) =>
      compareInputs(member(after), before, after, found),
    );
  } else if (isScalarType(old) && isScalarType(live))
    compareText(name, 'specification', old.specifiedByURL ?? '', live.specifiedByURL ?? '', found);
  else found(name, `is now ${kindWords(live)}; it was ${kindWords(old)}`);
}

interface Composite {
  getFields(): Readonly<Record<string, GraphQLField<unknown, unknown>>>;
  getInterfaces(): readonly Named[];
  readonly name: string;
}

function compareComposites(old: Composite, live: Composite, member: (item: Named) => string, found: Found): void {
  compareSets(live.name, 'interface', old.getInterfaces(), live.getInterfaces(), found);
  compareNamed(Object.values(old.getFields()), Object.values(live.getFields()), member, found, (before, after) => {
    compareText(member(after), 'type', String(before.type), String(after.type), found);
    compareDeprecation(member(after), before, after, found);
    compareArguments(member(after), before.args, after.args, found);
  });
}

function compareArguments(
  owner: string,
  old: readonly GraphQLArgument[],
  live: readonly GraphQLArgument[],
  found: Found,
): void {
  const coordinate = (item: Named): string => `${owner}(${item.name}:)`;
  compareNamed(old, live, coordinate, found, (before, after) => compareInputs(coordinate(after), before, after, found));
}

function compareInputs(
  coordinate: string,
  old: GraphQLArgument | GraphQLInputField,
  live: GraphQLArgument | GraphQLInputField,
  found: Found,
): void {
  compareText(coordinate, 'type', String(old.type), String(live.type), found);
  compareText(coordinate, 'default', defaultText(old) ?? '', defaultText(live) ?? '', found);
  compareDeprecation(coordinate, old, live, found);
}

type Deprecatable = Pick<GraphQLEnumValue, 'deprecationReason'>;

function compareDeprecation(coordinate: string, old: Deprecatable, live: Deprecatable, found: Found): void {
  const [before, after] = [old.deprecationReason ?? undefined, live.deprecationReason ?? undefined];
  if (before === undefined && after !== undefined) found(coordinate, `is now deprecated: ${after}`);
  else if (before !== undefined && after === undefined) found(coordinate, 'is no longer deprecated');
  else compareText(coordinate, 'deprecation reason', before ?? '', after ?? '', found);
}

function compareSets(name: string, what: string, old: readonly Named[], live: readonly Named[], found: Found): void {
  const [before, after] = [old.map((it) => it.name), live.map((it) => it.name)];
  for (const gone of before) if (!after.includes(gone)) found(name, `no longer has the ${what} ${gone}`);
  for (const added of after) if (!before.includes(added)) found(name, `now has the ${what} ${added}`);
}

function compareText(coordinate: string, what: string, old: string, live: string, found: Found): void {
  if (old !== live) found(coordinate, `changed its ${what} from ${old || 'none'} to ${live || 'none'}`);
}
