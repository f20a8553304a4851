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
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
  OperationTypeNode,
} from 'graphql';
import type { SchemaChange } from '../model/drift.ts';
import { kindWords } from '../model/kind-words.ts';
import type { SemverLevel } from '../model/semver.ts';
import { comparableDefault } from './comparable-default.ts';
import { inputLevel, isRequired, outputLevel } from './contract.ts';

type Named = { readonly name: string };
type Found = (level: SemverLevel, coordinate: string, what: string) => void;

/**
 * Every difference between two schemas that a client can notice, with the level that it has for a client that may use all of
 * the schema. A new enum value or possible type is an addition: whoever does not read it yet cannot break on it.
 */
export function schemaChanges(old: GraphQLSchema, live: GraphQLSchema): readonly SchemaChange[] {
  const changes: SchemaChange[] = [];
  const found: Found = (level, coordinate, what) =>
    changes.push({ level, coordinate, message: `${coordinate} ${what}.` });
  for (const kind of Object.values(OperationTypeNode)) {
    const [before, after] = [old.getRootType(kind)?.name, live.getRootType(kind)?.name];
    if (before === after) continue;
    const what = `is ${after === undefined ? 'no longer' : 'now'} the ${kind} type`;
    // Operations of a kind do not name its type.
    found(after === undefined ? 'major' : 'minor', after ?? before ?? kind, what);
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
        before.locations.every((it) => after.locations.includes(it)) ? 'minor' : 'major',
        `@${after.name}`,
        'locations',
        [...before.locations].sort().join(' | '),
        [...after.locations].sort().join(' | '),
        found,
      );
      if (before.isRepeatable && !after.isRepeatable) found('major', `@${after.name}`, 'is no longer repeatable');
      if (!before.isRepeatable && after.isRepeatable) found('minor', `@${after.name}`, 'is now repeatable');
      compareArguments(`@${after.name}`, before.args, after.args, found);
    },
  );
  return changes;
}

/** All types but the built-in scalars: `Float`, for example, disappears with its last use, which is no change. */
function types(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap()).filter((type) => !isSpecifiedScalarType(type));
}

function compareNamed<T extends Named>(
  old: readonly T[],
  live: readonly T[],
  coordinate: (item: T) => string,
  found: Found,
  compare: (before: T, after: T) => void,
  addedLevel: (item: T) => SemverLevel = () => 'minor',
): void {
  const after = new Map(live.map((item) => [item.name, item]));
  for (const item of old) {
    const twin = after.get(item.name);
    if (twin === undefined) found('major', coordinate(item), 'was removed');
    else compare(item, twin);
  }
  const before = new Set(old.map((item) => item.name));
  for (const item of live) if (!before.has(item.name)) found(addedLevel(item), coordinate(item), 'was added');
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
    if (!old.isOneOf && live.isOneOf) found('major', name, 'is now a one-of input');
    if (old.isOneOf && !live.isOneOf) found('minor', name, 'is no longer a one-of input');
    compareNamed(
      Object.values(old.getFields()),
      Object.values(live.getFields()),
      member,
      found,
      (before, after) => compareInputs(member(after), before, after, found),
      inputAddedLevel,
    );
  } else if (isScalarType(old) && isScalarType(live))
    compareText('minor', name, 'specification', old.specifiedByURL ?? '', live.specifiedByURL ?? '', found);
  else found('major', name, `is now ${kindWords(live)}; it was ${kindWords(old)}`);
}

interface Composite {
  getFields(): Readonly<Record<string, GraphQLField<unknown, unknown>>>;
  getInterfaces(): readonly Named[];
  readonly name: string;
}

function compareComposites(old: Composite, live: Composite, member: (item: Named) => string, found: Found): void {
  compareSets(live.name, 'interface', old.getInterfaces(), live.getInterfaces(), found);
  compareNamed(Object.values(old.getFields()), Object.values(live.getFields()), member, found, (before, after) => {
    const level = outputLevel(before.type, after.type);
    compareText(level, member(after), 'type', String(before.type), String(after.type), found);
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
  compareNamed(
    old,
    live,
    coordinate,
    found,
    (before, after) => compareInputs(coordinate(after), before, after, found),
    inputAddedLevel,
  );
}

function inputAddedLevel(input: GraphQLArgument | GraphQLInputField): SemverLevel {
  return isRequired(input) ? 'major' : 'minor';
}

function compareInputs(
  coordinate: string,
  old: GraphQLArgument | GraphQLInputField,
  live: GraphQLArgument | GraphQLInputField,
  found: Found,
): void {
  compareText(inputLevel(old.type, live.type), coordinate, 'type', String(old.type), String(live.type), found);
  const level = isRequired(live) && !isRequired(old) ? 'major' : 'minor';
  compareText(level, coordinate, 'default', comparableDefault(old) ?? '', comparableDefault(live) ?? '', found);
  compareDeprecation(coordinate, old, live, found);
}

type Deprecatable = Pick<GraphQLEnumValue, 'deprecationReason'>;

function compareDeprecation(coordinate: string, old: Deprecatable, live: Deprecatable, found: Found): void {
  const [before, after] = [old.deprecationReason ?? undefined, live.deprecationReason ?? undefined];
  if (before === undefined && after !== undefined) found('minor', coordinate, `is now deprecated: ${after}`);
  else if (before !== undefined && after === undefined) found('minor', coordinate, 'is no longer deprecated');
  else compareText('patch', coordinate, 'deprecation reason', before ?? '', after ?? '', found);
}

function compareSets(name: string, what: string, old: readonly Named[], live: readonly Named[], found: Found): void {
  const [before, after] = [old.map((it) => it.name), live.map((it) => it.name)];
  for (const gone of before) if (!after.includes(gone)) found('major', name, `no longer has the ${what} ${gone}`);
  for (const added of after) if (!before.includes(added)) found('minor', name, `now has the ${what} ${added}`);
}

function compareText(
  level: SemverLevel,
  coordinate: string,
  what: string,
  old: string,
  live: string,
  found: Found,
): void {
  if (old !== live) found(level, coordinate, `changed its ${what} from ${old || 'none'} to ${live || 'none'}`);
}
