import { type ArgumentNode, type ASTNode, Kind, type ObjectFieldNode, type ValueNode, visit } from 'graphql';
import { nameHash } from '../../base/name-hash.ts';
import type { ObservedChange, ObservedChangeCode } from '../../index.ts';
import type { ErrorPlace } from './error-place.ts';
import type { FieldUse, Shape } from './read-shape.ts';
import type { NamedShape } from './shaped-type.ts';

/** A change that a refusal names. */
export interface FoundChange extends Omit<ObservedChange, 'message'> {
  /** The types of the schema that it is about. */
  readonly types: readonly string[];
  /** A sentence, where the usual one says too little. */
  readonly message?: string;
}

/** The names in the words of an error. */
export type Groups = Readonly<Record<string, string | undefined>>;

interface Context {
  readonly shape: Shape;
  readonly place: ErrorPlace;
  readonly words: string;
  /** The path of the error, and the one that Hasura writes: `$.selectionSet.move.args.place.row`. */
  readonly path: string;
  readonly isOfVariable: boolean;
}

/** A coordinate; an owner that is not known is left out. */
export const join = (owner: string | undefined, member: string): string => (owner ? `${owner}.${member}` : member);

/**
 * The change that an error is about, once the operation completes what its words leave out; undefined where they are about what
 * the caller gave.
 */
export function changeOf(change: ObservedChangeCode, names: Groups, context: Context): FoundChange | undefined {
  const { shape, place, path } = context;
  switch (change) {
    case 'root-removed':
      return rootRemoved(names['kind'] ?? '', shape);
    case 'field-removed':
      if (shape.types.get(names['type'] ?? '')?.required) return inputChange('input-field-removed', names, context);
      return ofField(change, names, context);
    case 'argument-required':
      // Hasura says the same of arguments and of fields inside them.
      if (/\.args\.\w+\.\w/.test(path))
        return inputChange('input-field-required', { field: names['argument'] }, context);
      return ofField(change, names, context);
    case 'argument-removed':
      return ofField(change, names, context);
    case 'type-removed': {
      const type = names['type'] ?? '';
      return { change, coordinate: type, types: [type] };
    }
    case 'possible-type-removed': {
      const { type = place.fragment?.type ?? '', member = place.fragment?.member ?? '' } = names;
      const [whole, part] = shape.types.get(type)?.abstract === false ? [member, type] : [type, member];
      const message = `${part} is not part of ${whole}.`;
      return { change, coordinate: whole, types: [whole], message };
    }
    case 'input-field-removed':
    case 'input-field-required':
      return inputChange(change, names, context);
    case 'enum-value-removed':
      return enumChange(names, context);
    default:
      return typeChange(names, context);
  }
}

function rootRemoved(kind: string, { document, root }: Shape): FoundChange {
  const operation = kind.toLowerCase().replace(/^quer$/, 'query');
  const isOwn = document.definitions.some((it) => 'operation' in it && it.operation === operation);
  return { change: 'root-removed', coordinate: (isOwn && root.name) || operation, types: isOwn ? [root.name] : [] };
}

/** A field of the operation, or one of its arguments. */
function ofField(change: ObservedChangeCode, names: Groups, { shape, place }: Context): FoundChange | undefined {
  const field = names['field'] ?? place.field?.node.name.value;
  if (field === undefined) return undefined;
  const owner = names['type'] ?? ownerOf(field, shape, place);
  const of = join(owner, field);
  const { argument } = names;
  return { change, coordinate: argument === undefined ? of : `${of}(${argument}:)`, types: [owner] };
}

/** The type that a field is selected on: at the place of the error, or where that is one type only. */
function ownerOf(field: string, { fields }: Shape, place: ErrorPlace): string {
  if (place.field?.node.name.value === field) return place.field.owner.name;
  const owners = new Set([...fields.values()].flatMap((it) => (it.node.name.value === field ? it.owner.name : [])));
  return owners.size === 1 ? ([...owners][0] ?? '') : '';
}

/**
 * A literal was valid when the operation was generated. Of what a variable brings, the types of the operation say whether a
 * field is newly required, and whether it was there.
 */
function inputChange(
  change: 'input-field-removed' | 'input-field-required',
  names: Groups,
  context: Context,
): FoundChange | undefined {
  const { shape, place, isOfVariable } = context;
  const { field } = names;
  if (field === undefined) return undefined;
  const inputs = inputsIn(names, context);
  const hash = nameHash(field);
  const isLiteral =
    !isOfVariable &&
    holds(shape, (node) =>
      change === 'input-field-removed'
        ? node.kind === Kind.OBJECT_FIELD && node.name.value === field
        : node.kind === Kind.OBJECT,
    );
  const were = inputs.filter(({ inputs: all }) => all?.has(hash));
  const isNew =
    change === 'input-field-removed'
      ? were.length > 0
      : inputs.length > 0 && inputs.every(({ required }) => !required?.has(hash));
  if (!isLiteral && !isNew) return undefined;
  const [only, more] = were.length > 0 ? were : inputs;
  const type = names['type'] ?? (only && !more ? only.name : undefined);
  if (type !== undefined) return { change, coordinate: `${type}.${field}`, types: [type] };
  const argument = place.argument && argumentOf(place.argument.name.value, context);
  return { change, coordinate: argument?.coordinate ?? field, types: inputs.map(({ name }) => name) };
}

/** The input objects that an error may be about: the one that it names, that of its variable, or any. */
function inputsIn({ type }: Groups, { shape, words, path }: Context): readonly NamedShape[] {
  const { types, variables } = shape;
  const variable = /variable ['"`]?\$?(\w+)/i.exec(words)?.[1] ?? /^variable\.(\w+)/.exec(path)?.[1] ?? '';
  const isNested = / at ['"]\w+\.|for \w+\.\w|^variable(?:\.\w+){3}/.test(`${words} ${path}`);
  const declared = isNested ? undefined : variables.get(variable)?.type.replace(/\W/g, '');
  const found = types.get(type ?? declared ?? '');
  if (found?.required) return [found];
  return type === undefined ? [...types.values()].filter(({ required }) => required) : [];
}

function enumChange(names: Groups, context: Context): FoundChange | undefined {
  const { shape, isOfVariable } = context;
  const { type = '', value = '' } = names;
  const isLiteral = !isOfVariable && holds(shape, (node) => node.kind === Kind.ENUM && node.value === value);
  const was = shape.types.get(type)?.values?.has(nameHash(value));
  if (isLiteral || was) return { change: 'enum-value-removed', coordinate: `${type}.${value}`, types: [type] };
  return typeChange({ argument: names['argument'] }, context);
}

/** Another type of an argument, whose literal or variable no longer fits, of a field, or of a named type. */
function typeChange(names: Groups, context: Context): FoundChange | undefined {
  const { shape, place, isOfVariable } = context;
  const change = 'type-changed';
  const { variable, argument } = names;
  if (variable !== undefined) {
    const [found] = nodesInArguments(shape).flatMap(({ use, node }) =>
      receivesVariable(node, variable) && (argument ?? node.name.value) === node.name.value
        ? ofInput(use, node, shape)
        : [],
    );
    return found;
  }
  const argumentName = argument ?? place.argument?.name.value;
  if (argumentName !== undefined) return isOfVariable ? undefined : argumentOf(argumentName, context);
  if (names['type'] !== undefined && names['field'] === undefined)
    return { change, coordinate: names['type'], types: [names['type']] };
  return isOfVariable ? undefined : ofField(change, names, context);
}

/** An argument that is given literally; undefined where the caller gives its value. */
function argumentOf(name: string, { shape, place }: Context): FoundChange | undefined {
  const uses = place.field ? [place.field] : [...shape.fields.values()];
  for (const use of uses)
    for (const it of use.node.arguments ?? [])
      if (it.name.value === name) return it.value.kind === Kind.VARIABLE ? undefined : ofLiteral(use, it, shape);
  return undefined;
}

/** A literal that no longer fits: an enum's value where one enum of the operation had it. */
function ofLiteral(use: FieldUse, { name, value }: ArgumentNode, { types }: Shape): FoundChange {
  const hash = value.kind === Kind.ENUM ? nameHash(value.value) : '';
  const [owner, more] = [...types.values()].filter(({ values }) => values?.has(hash));
  if (!owner || more || value.kind !== Kind.ENUM) return ofArgument(use, name.value);
  return { change: 'enum-value-removed', coordinate: `${owner.name}.${value.value}`, types: [owner.name] };
}

function ofArgument({ node, owner }: FieldUse, argument: string): FoundChange {
  const coordinate = `${join(owner.name, node.name.value)}(${argument}:)`;
  return { change: 'type-changed', coordinate, types: [owner.name] };
}

/** An argument, or an input field in a literal: of the input object that had it, where that is one. */
function ofInput(use: FieldUse, { kind, name: { value } }: InputNode, { types }: Shape): FoundChange {
  if (kind === Kind.ARGUMENT) return ofArgument(use, value);
  const owners = [...types.values()].filter(({ inputs }) => inputs?.has(nameHash(value))).map(({ name }) => name);
  return { change: 'type-changed', coordinate: join(owners.length === 1 ? owners[0] : '', value), types: owners };
}

type InputNode = ArgumentNode | ObjectFieldNode;

/** Whether a node is what receives a variable: as its value, or as an item of it. */
function receivesVariable(node: ASTNode, variable: string): node is InputNode {
  const isIn = (value: ValueNode): boolean =>
    value.kind === Kind.LIST ? value.values.some(isIn) : value.kind === Kind.VARIABLE && value.name.value === variable;
  return (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) && isIn(node.value);
}

function holds(shape: Shape, is: (node: ASTNode) => boolean): boolean {
  return nodesInArguments(shape).some(({ node }) => is(node));
}

/** Every argument of the operation, and everything inside it. */
function nodesInArguments({ fields }: Shape): readonly { readonly use: FieldUse; readonly node: ASTNode }[] {
  return [...fields.values()].flatMap((use) => {
    const nodes: ASTNode[] = [];
    for (const argument of use.node.arguments ?? []) visit(argument, { enter: (node) => void nodes.push(node) });
    return nodes.map((node) => ({ use, node }));
  });
}
