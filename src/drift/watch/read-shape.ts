import { HASH_LENGTH } from '../../base/name-hash.ts';
import type { OperationOrigin } from '../../index.ts';
import { type ParsedSelection, readSelections } from './read-selections.ts';
import { type GivenArgument, leafOf, type NamedShape, type ShapedType } from './shaped-type.ts';

/** A field of a selection. */
export interface ShapedField {
  readonly key: string;
  readonly name: string;
  /** The type that it is selected on. */
  readonly owner: string;
  readonly type: ShapedType;
  readonly args: readonly GivenArgument[];
  /** Whether it may be absent, since it is under `@include` or `@skip`. */
  readonly optional: boolean;
  readonly selection: ShapedSelection | undefined;
  /** Whether any value will do that is not null: a scalar, or an open enum. */
  readonly isPlain: boolean;
}

/** Of a selection without objects, lists and closed enums: what an object of it looks like from outside. */
export interface PlainSelection {
  /** How many keys it has. */
  readonly keys: number;
  /** Whether each of them may be null. */
  readonly mayHoldNull: boolean;
}

/** What is selected on one type. */
export interface ShapedSelection {
  readonly on: NamedShape;
  /** What every object has. */
  readonly fields: readonly ShapedField[];
  /** The response key of `__typename`, where that is selected. */
  readonly typename: string | undefined;
  /** What only objects of some types have. */
  readonly parts: readonly ShapedSelection[];
  readonly plain: PlainSelection | undefined;
}

/** Every selection of an operation once: each before those inside it. */
export function selectionsIn({ root }: Pick<Shape, 'root'>): ReadonlySet<ShapedSelection> {
  const seen = new Set<ShapedSelection>();
  const visit = (selection: ShapedSelection): void => {
    if (seen.has(selection)) return;
    seen.add(selection);
    for (const { selection: inner } of selection.fields) if (inner) visit(inner);
    selection.parts.forEach(visit);
  };
  visit(root);
  return seen;
}

/** An operation with its types. */
export interface Shape {
  readonly root: ShapedSelection;
  /** Every type by its name. */
  readonly types: ReadonlyMap<string, NamedShape>;
  /** The types of the variables as text, by name: `[ID!]`. Whether one has a default does not make it non-null. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Reads the types that code generation wrote beside the text of an operation. @throws where the two do not belong together. */
export function readShape(text: string, { shape }: OperationOrigin): Shape {
  const [table = '', codes = ''] = shape.split(';');
  const all = table.split(' ').map(namedOf);
  const types = new Map(all.map((type) => [type.name, type]));
  const code = /(?:([0-9a-zA-Z])|\((\d+)\))([![]*)/gy;
  const document = readSelections(text, () => {
    const [, digit, number, wrappers = ''] = code.exec(codes) ?? [];
    const index = number === undefined ? DIGITS.indexOf(digit ?? '?') : Number(number);
    const named = all[index];
    if (named === undefined) throw new RangeError('The shape has no type for a field.');
    return wrapped(named, wrappers);
  });
  const [root] = all;
  if (root === undefined) throw new RangeError('The shape has no root type.');
  const named = (name: string): NamedShape => types.get(name) ?? { name, abstract: false };
  const done = new Map<ParsedSelection, Map<string, ShapedSelection>>();

  /** Each selection once on each type: fragments lead to the same one many times. */
  const settle = (selection: ParsedSelection, on: NamedShape): ShapedSelection => {
    const settled = done.get(selection) ?? new Map<string, ShapedSelection>();
    done.set(selection, settled);
    const known = settled.get(on.name);
    if (known) return known;
    const fields: ShapedField[] = [];
    const parts = new Map<ParsedSelection, ShapedSelection>();
    const made: { -readonly [Name in keyof ShapedSelection]: ShapedSelection[Name] } = {
      on,
      fields,
      typename: undefined,
      parts: [],
      plain: undefined,
    };
    settled.set(on.name, made);
    const seen = new Set<string>();
    const collect = (from: ParsedSelection, optional: boolean): void => {
      if (seen.has(`${from.id} ${optional}`)) return;
      seen.add(`${from.id} ${optional}`);
      if (from.typename !== undefined && !optional) made.typename = from.typename;
      for (const field of from.fields) {
        const { key, name, args, type } = field;
        const inner = field.selection && settle(field.selection, leafOf(type).named);
        const isPlain = !inner && !type.item && !type.named.values;
        const about = { key, name, owner: on.name, args, type, optional: optional || field.optional };
        fields.push({ ...about, selection: inner, isPlain });
      }
      for (const part of from.parts) {
        const selection = part.fragment === undefined ? part.selection : document.fragments.get(part.fragment);
        if (selection === undefined) continue;
        const condition = selection.on ?? on.name;
        // On an object, every fragment that is valid there applies.
        if (condition === on.name || !on.abstract) collect(selection, optional || part.optional);
        else if (!part.optional) parts.set(selection, settle(selection, named(condition)));
      }
    };
    collect(selection, false);
    made.parts = [...parts.values()];
    if (parts.size === 0 && fields.every(({ isPlain }) => isPlain)) {
      const keys = new Set(fields.map(({ key }) => key)).size + (made.typename === undefined ? 0 : 1);
      made.plain = { keys, mayHoldNull: fields.every(({ type }) => !type.nonNull) };
    }
    return made;
  };
  return { root: settle(document.operation, root), types, variables: document.variables };
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function namedOf(entry: string): NamedShape {
  const [, name = '', abstract, mark, members = ''] = /^(\w+)(\*?)(?:([=:.])(.*))?$/.exec(entry) ?? [];
  const hashes = new Set(members.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')));
  return {
    name,
    abstract: abstract === '*',
    ...(mark === '.' && { fields: members }),
    ...(mark === '=' && { values: hashes }),
    ...(mark === ':' && { required: hashes }),
  };
}

function wrapped(named: NamedShape, wrappers: string): ShapedType {
  let type: ShapedType = { nonNull: false, named };
  for (const wrapper of wrappers)
    type = wrapper === '!' ? { ...type, nonNull: true } : { nonNull: false, item: type, named };
  return type;
}
