import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  parse,
  visit,
} from 'graphql';
import { HASH_LENGTH } from '../../base/name-hash.ts';
import { fragmentsByName } from '../../graphql/fragments-by-name.ts';
import type { OperationOrigin } from '../../index.ts';
import { leafOf, type NamedShape, type ShapedType } from './shaped-type.ts';

/** A field of the text with the type that it is selected on, and its own. */
export interface FieldUse {
  readonly node: FieldNode;
  readonly owner: NamedShape;
  readonly type: ShapedType;
}

/** A fragment of the text, with its condition and the type that it is spread on. */
export interface FragmentUse {
  readonly node: InlineFragmentNode | FragmentSpreadNode;
  readonly member: string;
  readonly type: string;
}

/** A variable of an operation. */
export interface VariableShape {
  /** The type as text: `[ID!]`. */
  readonly type: string;
  /** Whether it has a default that is not null. */
  readonly hasDefault: boolean;
}

/** An operation with its types. Without those of code generation, every type is {@link UNKNOWN}. */
export interface Shape {
  readonly document: DocumentNode;
  readonly root: NamedShape;
  readonly types: ReadonlyMap<string, NamedShape>;
  /** The fields in the order of the text, without `__typename`. */
  readonly fields: ReadonlyMap<FieldNode, FieldUse>;
  /** The fragments that are on a type, in the order of the text. */
  readonly spreads: readonly FragmentUse[];
  readonly variables: ReadonlyMap<string, VariableShape>;
  /** The object types of each abstract type, as far as the valid text proves them. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Stands where a type is not known. */
export const UNKNOWN: NamedShape = { name: '', abstract: true };

/**
 * Reads an operation with the types that code generation wrote beside its text.
 *
 * @throws where the text is no operation, or the two do not belong together.
 */
export function readShape(text: string, origin?: OperationOrigin): Shape {
  const document = parse(text);
  const { all, next } = readTypes(origin?.shape);
  const types = new Map(all.map((type) => [type.name, type]));
  const root = all[0] ?? UNKNOWN;
  const fields = new Map<FieldNode, FieldUse>();
  const variables = new Map<string, VariableShape>();
  const members = new Map<string, Set<string>>();
  const spreads: FragmentUse[] = [];
  const owners: NamedShape[] = [];
  const named = (name = ''): NamedShape => types.get(name) ?? { ...UNKNOWN, name };
  const ownerNow = (): NamedShape => owners.at(-1) ?? root;
  /** Notes a fragment. A condition that is valid on a type shows what the two have in common, where one of them is an object. */
  const note = (node: FragmentUse['node'], condition: string | undefined): NamedShape => {
    const inside = ownerNow();
    if (condition === undefined) return inside;
    const on = named(condition);
    spreads.push({ node, member: condition, type: inside.name });
    const [object, other] = on.abstract ? [inside, on] : [on, inside];
    if (!object.abstract && other.abstract)
      members.set(other.name, (members.get(other.name) ?? new Set()).add(object.name));
    return on;
  };
  const fragments = fragmentsByName(document.definitions);
  const leave = (): void => void owners.pop();
  visit(document, {
    OperationDefinition: { enter: () => void owners.push(root), leave },
    FragmentDefinition: { enter: ({ typeCondition }) => void owners.push(named(typeCondition.name.value)), leave },
    InlineFragment: { enter: (node) => void owners.push(note(node, node.typeCondition?.name.value)), leave },
    FragmentSpread: (node) => void note(node, fragments.get(node.name.value)?.typeCondition.name.value),
    VariableDefinition: ({ variable, type, defaultValue }) => {
      const hasDefault = defaultValue !== undefined && defaultValue.kind !== Kind.NULL;
      const written = text.slice(type.loc?.start, type.loc?.end).replace(/\s/g, '');
      variables.set(variable.name.value, { type: written, hasDefault });
    },
    Field: {
      enter(node) {
        const isTypename = node.name.value === '__typename';
        const type = isTypename ? TYPENAME : next();
        if (!isTypename) fields.set(node, { node, owner: ownerNow(), type });
        owners.push(leafOf(type).named);
      },
      leave,
    },
  });
  return { document, root, types, fields, spreads, variables, members };
}

/** The type of `__typename`. */
export const TYPENAME: ShapedType = { nonNull: true, named: { name: 'String', abstract: false } };

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The named types, and the types of the fields one after the other. */
function readTypes(shape: string | undefined): { all: readonly NamedShape[]; next: () => ShapedType } {
  if (shape === undefined) return { all: [], next: () => ({ nonNull: false, named: UNKNOWN }) };
  const [table = '', codes = ''] = shape.split(';');
  const all = table.split(' ').map(namedOf);
  const code = /(?:([0-9a-zA-Z])|\((\d+)\))([![]*)/gy;
  const next = (): ShapedType => {
    const [, digit, number, wrappers = ''] = code.exec(codes) ?? [];
    const named = all[number === undefined ? DIGITS.indexOf(digit ?? '?') : Number(number)];
    if (named === undefined) throw new RangeError('The shape has no type for a field.');
    return wrapped(named, wrappers);
  };
  return { all, next };
}

function namedOf(entry: string): NamedShape {
  const [, name = '', abstract, mark, members = ''] = /^(\w+)(\*?)(?:([=:.])(.*))?$/.exec(entry) ?? [];
  const [required = '', others] = members.split('.');
  return {
    name,
    abstract: abstract === '*',
    ...(mark === '.' && { fields: members }),
    ...(mark === '=' && { values: hashesIn(members) }),
    ...(mark === ':' && { required: hashesIn(required) }),
    ...(mark === ':' && others !== undefined && { inputs: hashesIn(required + others) }),
  };
}

function hashesIn(text: string): Set<string> {
  return new Set(text.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')));
}

function wrapped(named: NamedShape, wrappers: string): ShapedType {
  let type: ShapedType = { nonNull: false, named };
  for (const wrapper of wrappers)
    type = wrapper === '!' ? { ...type, nonNull: true } : { nonNull: false, item: type, named };
  return type;
}
