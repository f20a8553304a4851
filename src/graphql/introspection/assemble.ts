import { list, member } from './json.ts';

/** One type as it was listed, and as it was described; undefined if the server did not describe it. */
export interface TypePiece {
  readonly head: unknown;
  readonly type: unknown;
}

/**
 * Puts pieces together to an introspection result. What is missing gets a stand-in, so that the result is one of a schema,
 * and its coordinate is added to `unseen`.
 */
export function assemble(
  roots: unknown,
  pieces: readonly TypePiece[],
  directives: readonly unknown[],
  unseen: Set<string>,
): unknown {
  const known = new Set(pieces.map(({ head }) => member(head, 'name')));
  const context: Context = { known, unseen };
  const types = pieces.map(({ head, type }) => typeOf(context, head, type));
  return {
    __schema: {
      ...Object(roots),
      types: known.has('Boolean') ? types : [...types, { kind: 'SCALAR', name: 'Boolean' }],
      directives: directives.map((directive) => ({
        ...Object(directive),
        args: inputsOf(context, `@${member(directive, 'name')}`, member(directive, 'args') ?? []),
      })),
    },
  };
}

interface Context {
  readonly known: ReadonlySet<unknown>;
  readonly unseen: Set<string>;
}

const standIn = { kind: 'SCALAR', name: 'Boolean' };

function typeOf(context: Context, head: unknown, type: unknown): unknown {
  const name = String(member(head, 'name'));
  const kind = String(member(head, 'kind'));
  const parts = { ...Object(head), ...Object(type), name, kind };
  const isSystem = name.startsWith('__');
  const need = (part: string, instead: readonly unknown[]): readonly unknown[] => {
    const found = member(type, part);
    if (Array.isArray(found)) return found;
    if (!isSystem) context.unseen.add(name);
    return instead;
  };
  switch (kind) {
    case 'OBJECT':
    case 'INTERFACE':
      return {
        ...parts,
        fields: need('fields', [{ name: 'unseen', args: [], type: standIn }]).map((it) => fieldOf(context, name, it)),
        interfaces: list(member(type, 'interfaces')),
        possibleTypes: kind === 'INTERFACE' ? need('possibleTypes', []) : null,
      };
    case 'UNION':
      return { ...parts, possibleTypes: need('possibleTypes', []) };
    case 'ENUM':
      return { ...parts, enumValues: need('enumValues', [{ name: 'UNSEEN', isDeprecated: false }]) };
    case 'INPUT_OBJECT':
      return {
        ...parts,
        inputFields: inputsOf(context, name, need('inputFields', [{ name: 'unseen', type: standIn }])),
      };
    default:
      return parts;
  }
}

function fieldOf(context: Context, owner: string, field: unknown): unknown {
  const coordinate = `${owner}.${member(field, 'name')}`;
  const args = member(field, 'args');
  if (!isWhole(context, member(field, 'type')) || !Array.isArray(args)) unsee(context, coordinate);
  return {
    ...Object(field),
    type: isWhole(context, member(field, 'type')) ? member(field, 'type') : standIn,
    args: inputsOf(context, coordinate, args),
  };
}

/** Inputs whose type is known; the owner of another one is unseen, or the input field itself. */
function inputsOf(context: Context, owner: string, inputs: unknown): readonly unknown[] {
  return list(inputs).map((input) => {
    if (isWhole(context, member(input, 'type'))) return input;
    const isField = !owner.includes('.') && !owner.startsWith('@');
    unsee(context, isField ? `${owner}.${member(input, 'name')}` : owner);
    return { ...Object(input), type: standIn, defaultValue: null };
  });
}

function unsee({ unseen }: Context, coordinate: string): void {
  if (!coordinate.startsWith('__')) unseen.add(coordinate);
}

/** Whether a reference leads to the name of a type: a query of little depth may end at a list or a non-null. */
function isWhole({ known }: Context, reference: unknown): boolean {
  let type = reference;
  while (member(type, 'kind') === 'NON_NULL' || member(type, 'kind') === 'LIST') type = member(type, 'ofType');
  return known.has(member(type, 'name'));
}
