import {
  type GraphQLDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredInputField,
  isScalarType,
  isUnionType,
  OperationTypeNode,
} from 'graphql';
import { type InputElement, isInput, type SchemaElement } from '../../graphql/elements.ts';
import { isDeprecated } from '../../graphql/fields.ts';
import { hiddenInputsOf, type InputPlace } from '../../graphql/hidden-inputs.ts';
import { withElements } from '../../graphql/with-elements.ts';
import type { SchemaChange } from '../model/drift.ts';
import { elementPairs } from './element-pairs.ts';
import { comparableDefault, deprecationChange, kindWords } from './facts.ts';
import { isAssignable } from './generated-type.ts';

type Level = SchemaChange['level'];
type Found = (level: Level, what: string) => void;

/** The differences that a client can notice. Additions are minor: code does not use them yet. */
export function schemaChanges(old: GraphQLSchema, live: GraphQLSchema): readonly SchemaChange[] {
  const changes: SchemaChange[] = [];
  const foundAt =
    (coordinate: string): Found =>
    (level, what) =>
      changes.push({ level, coordinate, message: `${coordinate} ${what}${what.endsWith('.') ? '' : '.'}` });
  for (const kind of Object.values(OperationTypeNode)) {
    const [before, after] = [old.getRootType(kind)?.name, live.getRootType(kind)?.name];
    if (before === after) continue;
    const what = `is ${after === undefined ? 'no longer' : 'now'} the ${kind} type`;
    foundAt(after ?? before ?? kind)(after === undefined ? 'major' : 'minor', what);
  }
  for (const [before, after] of elementPairs(old, live)) {
    if (before && !after) foundAt(before.coordinate)('major', 'was removed');
    if (after && !before)
      foundAt(after.coordinate)(isInput(after) && isRequiredInputField(after.it) ? 'major' : 'minor', 'was added');
    if (before && after) compareElement(before, after, foundAt(after.coordinate));
  }
  return changes;
}

function compareElement(old: SchemaElement, live: SchemaElement, found: Found): void {
  if (old.kind === 'type' && live.kind === 'type') compareTypes(old.it, live.it, found);
  else if (old.kind === 'directive' && live.kind === 'directive') compareDirectives(old.it, live.it, found);
  else if (old.kind === 'field' && live.kind === 'field') compareFieldTypes(old.it.type, live.it.type, found);
  else if (isInput(old) && isInput(live)) compareInputs(old.it, live.it, found);
  const [before, after] = [old, live].map(({ it }) => ('deprecationReason' in it ? it.deprecationReason : undefined));
  const change = deprecationChange(before, after);
  if (change !== undefined) found(before == null || after == null ? 'minor' : 'patch', change);
}

function compareTypes(old: GraphQLNamedType, live: GraphQLNamedType, found: Found): void {
  if (old.constructor !== live.constructor) found('major', `is now ${kindWords(live)}; it was ${kindWords(old)}`);
  else if (isUnionType(old) && isUnionType(live)) compareSets('member', old.getTypes(), live.getTypes(), found);
  else if (isInputObjectType(old) && isInputObjectType(live)) {
    if (!old.isOneOf && live.isOneOf) found('major', 'is now a one-of input');
    if (old.isOneOf && !live.isOneOf) found('minor', 'is no longer a one-of input');
  } else if (isScalarType(old) && isScalarType(live))
    compareText('minor', 'specification', old.specifiedByURL ?? '', live.specifiedByURL ?? '', found);
  else compareSets('interface', interfacesOf(old), interfacesOf(live), found);
}

function interfacesOf(type: GraphQLNamedType): readonly GraphQLNamedType[] {
  return isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
}

/** Another named type has other members, and fragments may no longer match, so it is major. */
function compareFieldTypes(old: GraphQLType, live: GraphQLType, found: Found): void {
  compareText(isOfType(live, old) ? 'minor' : 'major', 'type', String(old), String(live), found);
}

type Input = InputElement['it'];

/** A type that still accepts all old variables is minor. */
function compareInputs(old: Input, live: Input, found: Found): void {
  compareText(isOfType(old.type, live.type) ? 'minor' : 'major', 'type', String(old.type), String(live.type), found);
  const level = isRequiredInputField(live) && !isRequiredInputField(old) ? 'major' : 'minor';
  compareText(level, 'default', comparableDefault(old) ?? '', comparableDefault(live) ?? '', found);
}

function isOfType(from: GraphQLType, to: GraphQLType): boolean {
  return isAssignable(from, to, () => getNamedType(from).name === getNamedType(to).name);
}

function compareDirectives(old: GraphQLDirective, live: GraphQLDirective, found: Found): void {
  const level = old.locations.every((it) => live.locations.includes(it)) ? 'minor' : 'major';
  const [before, after] = [old, live].map(({ locations }) => [...locations].sort().join(' | '));
  compareText(level, 'locations', before ?? '', after ?? '', found);
  if (old.isRepeatable && !live.isRepeatable) found('major', 'is no longer repeatable');
  if (!old.isRepeatable && live.isRepeatable) found('minor', 'is now repeatable');
}

type Named = { readonly name: string };

function compareSets(what: string, old: readonly Named[], live: readonly Named[], found: Found): void {
  const [before, after] = [old.map((it) => it.name), live.map((it) => it.name)];
  for (const gone of before) if (!after.includes(gone)) found('major', `no longer has the ${what} ${gone}`);
  for (const added of after) if (!before.includes(added)) found('minor', `now has the ${what} ${added}`);
}

function compareText(level: Level, what: string, old: string, live: string, found: Found): void {
  if (old !== live) found(level, `changed its ${what} from ${old || 'none'} to ${live || 'none'}`);
}

/** The absent inputs that the live schema may only hide, with a message each. A required input cannot be deprecated. */
export function absentInputs(live: GraphQLSchema, snapshot: GraphQLSchema | undefined): ReadonlyMap<string, string> {
  const { places, mayHideOthers } = hiddenInputsOf(live);
  if (snapshot === undefined || places.length === 0) return new Map();
  return new Map(
    elementPairs(snapshot, live).flatMap(([old, now]) => {
      if (!old || now || !isInput(old)) return [];
      const { coordinate, it } = old;
      const place = inputPlace(old);
      const mayBeHidden = isDeprecated(it) || (mayHideOthers && !isRequiredInputField(it));
      if (!places.includes(place) || !mayBeHidden) return [];
      const why = `the server cannot list deprecated ${place}: it may be removed, or only deprecated.`;
      return [[coordinate, `${coordinate} is absent, but ${why}`]];
    }),
  );
}

export function withAbsentInputs(live: GraphQLSchema, snapshot: GraphQLSchema | undefined): GraphQLSchema {
  const absent = absentInputs(live, snapshot);
  if (snapshot === undefined || absent.size === 0) return live;
  return withElements(live, snapshot, (coordinate) => absent.has(coordinate));
}

function inputPlace({ kind, coordinate }: InputElement): InputPlace {
  if (kind === 'input field') return 'input fields';
  return coordinate.startsWith('@') ? 'directive arguments' : 'field arguments';
}
