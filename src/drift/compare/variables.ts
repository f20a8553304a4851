import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  GraphQLNonNull,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isRequiredInputField,
} from 'graphql';
import { defaultOf } from '../../graphql/values.ts';
import { enumFacts, kindFact, kindWords, type TypesFact } from './facts.ts';
import {
  hasSameLists,
  isAssignable,
  isLeafAssignable,
  leafKey,
  leafType,
  type TypeMapping,
  typeKey,
  valuesOf,
} from './generated-type.ts';
import { type InputPair, type OperationComparison, sharedFields } from './operation-comparison.ts';

type ReportFact = (fact: TypesFact) => void;

export function compareVariables({ variables, mapping, report }: OperationComparison): void {
  for (const { node, old, live, inputs } of variables) {
    const reportFact: ReportFact = (fact) => report({ kind: 'types', ...fact }, node);
    compareLeaves(old, live, mapping, reportFact);
    for (const pair of inputs) compareInputObjects(pair, mapping, reportFact);
  }
}

/** Compares the type of a variable. The operation names the type, so only its kind or enum values change. */
function compareLeaves(
  old: GraphQLNamedType,
  live: GraphQLNamedType,
  mapping: TypeMapping,
  reportFact: ReportFact,
): void {
  if (isEnumType(old) && isEnumType(live)) {
    compareEnums(old, live, reportFact);
    return;
  }
  if (innerKey(old, mapping) === innerKey(live, mapping)) return;
  reportFact(kindFact(old, live, isInnerAssignable(old, live, mapping)));
}

function compareEnums(old: GraphQLEnumType, live: GraphQLEnumType, reportFact: ReportFact): void {
  const effects = {
    added: { direction: 'safe', effect: 'variables may now contain it.' },
    removed: { direction: 'breaking', effect: 'variables that contain it are rejected.' },
  } as const;
  for (const fact of enumFacts(live.name, valuesOf(old), valuesOf(live), effects)) reportFact(fact);
}

function compareInputObjects(pair: InputPair, mapping: TypeMapping, reportFact: ReportFact): void {
  const { old, live } = pair;
  if (becomesAnotherForm(pair)) reportFact(formFact(pair));
  for (const field of Object.values(old.getFields())) {
    if (live.getFields()[field.name] !== undefined) continue;
    const coordinate = `${live.name}.${field.name}`;
    const message = `${coordinate} was removed: variables that contain it are rejected.`;
    const before = declaration(field);
    reportFact({ change: 'input-field-removed', direction: 'breaking', coordinate, message, before });
  }
  for (const field of Object.values(live.getFields())) {
    if (old.getFields()[field.name] !== undefined) continue;
    const coordinate = `${live.name}.${field.name}`;
    const [change, direction, how] = isRequiredInputField(field)
      ? (['input-field-required', 'breaking', 'required'] as const)
      : (['input-field-added', 'safe', 'optional'] as const);
    const message = `${coordinate}: ${field.type} was added and is ${how}.`;
    reportFact({ change, direction, coordinate, message, after: declaration(field) });
  }
  for (const [before, after] of sharedFields(pair)) compareField(pair, before, after, mapping, reportFact);
}

function formFact({ old, live }: InputPair): TypesFact {
  const formOf = ({ isOneOf }: GraphQLInputObjectType): string => (isOneOf ? 'one of its fields' : 'all of its fields');
  const verb = live.isOneOf ? 'now accepts' : 'no longer requires';
  return {
    change: 'one-of-changed',
    direction: live.isOneOf ? 'breaking' : 'safe',
    coordinate: live.name,
    message: `${live.name} ${verb} exactly one of its fields.`,
    before: formOf(old),
    after: formOf(live),
  };
}

function compareField(
  pair: InputPair,
  old: GraphQLInputField,
  live: GraphQLInputField,
  mapping: TypeMapping,
  reportFact: ReportFact,
): void {
  const [oldNamed, liveNamed] = [getNamedType(old.type), getNamedType(live.type)];
  const sameEnum = isEnumType(oldNamed) && isEnumType(liveNamed) && oldNamed.name === liveNamed.name;
  if (sameEnum) compareEnums(oldNamed, liveNamed, reportFact);
  const inner = (type: GraphQLNamedType): string => (sameEnum ? 'enum' : innerKey(type, mapping));
  // A change of the input object's form is a fact of its own.
  const isOtherForm = becomesAnotherForm(pair);
  const [wasOneOf, isOneOf] = [pair.old.isOneOf && !isOtherForm, pair.live.isOneOf && !isOtherForm];
  const [oldText, liveText] = [fieldKey(old, wasOneOf, inner), fieldKey(live, isOneOf, inner)];
  if (oldText === liveText) return;
  const coordinate = `${pair.live.name}.${live.name}`;
  const [before, after] = [declaration(old), declaration(live)];
  const becameRequired = isOptional(old, wasOneOf) && !isOptional(live, isOneOf);
  const assignable = isAssignable(
    old.type,
    live.type,
    () => sameEnum || isInnerAssignable(oldNamed, liveNamed, mapping),
  );
  const sameShape = oldNamed.name === liveNamed.name && hasSameLists(old.type, live.type);
  if (before === after) {
    // The form of an input object with one field shows only in the field.
    const isForm = kindWords(oldNamed) === kindWords(liveNamed);
    reportFact(isForm ? formFact(pair) : kindFact(oldNamed, liveNamed, assignable));
    return;
  }
  reportFact({
    change: becameRequired ? 'input-field-required' : sameShape ? 'nullability-changed' : 'type-changed',
    direction: assignable && !becameRequired ? 'safe' : 'breaking',
    coordinate,
    message: becameRequired
      ? `${coordinate} is now required: it changed from ${before} to ${after}.`
      : `${coordinate} changed from ${before} to ${after}.`,
    before,
    after,
  });
}

/** A text that only equal generated properties share. Nested input objects are compared separately. */
function fieldKey(field: GraphQLInputField, isOneOf: boolean, inner: (type: GraphQLNamedType) => string): string {
  const type = isOneOf ? new GraphQLNonNull(getNullableType(field.type)) : field.type;
  return `${isOptional(field, isOneOf) ? '?' : ''}${typeKey(inner(getNamedType(type)), type)}`;
}

function innerKey(type: GraphQLNamedType, mapping: TypeMapping): string {
  return isInputObjectType(type) ? '{}' : leafKey(leafType(type, mapping, 'input'));
}

function isInnerAssignable(from: GraphQLNamedType, to: GraphQLNamedType, mapping: TypeMapping): boolean {
  // Both are numbers in TypeScript, but a server rejects a fraction as Int.
  if (from.name === 'Float' && to.name === 'Int') return false;
  if (isLeafType(from) && isLeafType(to))
    return isLeafAssignable(leafType(from, mapping, 'input'), leafType(to, mapping, 'input'));
  return innerKey(to, mapping) === 'unknown' || (isInputObjectType(from) && isInputObjectType(to));
}

/** Whether an input object becomes a one-of input or the reverse. A single field is generated alike in both. */
function becomesAnotherForm({ old, live }: InputPair): boolean {
  const isChoice = (type: GraphQLInputObjectType): boolean => type.isOneOf && Object.keys(type.getFields()).length > 1;
  return old.isOneOf !== live.isOneOf && isChoice(old) !== isChoice(live);
}

function isOptional(field: GraphQLInputField, isOneOf: boolean): boolean {
  return !isOneOf && !isRequiredInputField(field);
}

function declaration(field: GraphQLInputField): string {
  return `${field.type}${defaultOf(field) === undefined ? '' : ' with a default'}`;
}
