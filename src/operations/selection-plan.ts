import { type GraphQLAbstractType, type GraphQLArgument, type GraphQLSchema, isInterfaceType } from 'graphql';
import { fieldsOf } from '../graphql/fields.ts';

/** A field to select. Its arguments become variables. */
export interface FieldPlan {
  readonly kind: 'field';
  readonly name: string;
  readonly alias?: string | undefined;
  readonly arguments: readonly GraphQLArgument[];
  readonly selections: readonly SelectionPlan[];
  /** Whether the path names this field, so that its variables may have short names. */
  readonly asked: boolean;
  /** Whether the field only leads from a connection to its nodes, so that names of variables omit it. */
  readonly plumbing: boolean;
}

export type SelectionPlan =
  | FieldPlan
  | { readonly kind: 'fragment'; readonly on: string; readonly selections: readonly SelectionPlan[] };

/** A field to select; without `more`, a field without arguments. */
export function planField(
  name: string,
  selections: readonly SelectionPlan[] = [],
  more: Partial<FieldPlan> = {},
): FieldPlan {
  return { kind: 'field', name, arguments: [], selections, asked: false, plumbing: false, ...more };
}

interface Filled {
  readonly kept: readonly SelectionPlan[];
  readonly beyond: readonly string[];
}

/**
 * Keeps the selections that fit: first those that identify an object, then the shortest, so that the user errors of a mutation do
 * not give way to a long object. The order stays.
 */
export function fillScreen(selections: readonly SelectionPlan[], lines: number): Filled {
  const kept = new Map<SelectionPlan, SelectionPlan>();
  const beyond: string[] = [];
  let left = lines;
  for (const selection of selections.toSorted((a, b) => rank(a) - rank(b))) {
    const part = fitting(selection, left);
    beyond.push(...part.beyond);
    for (const one of part.kept) {
      kept.set(selection, one);
      left -= linesOf(one);
    }
  }
  return { kept: selections.flatMap((selection) => kept.get(selection) ?? []), beyond };
}

function fitting(selection: SelectionPlan, lines: number): Filled {
  if (linesOf(selection) <= lines) return { kept: [selection], beyond: [] };
  const name = selection.kind === 'field' ? selection.name : `... on ${selection.on}`;
  // A connection without all its fields could not be paged through.
  const isWhole = selection.selections.some((inner) => inner.kind === 'field' && inner.plumbing);
  const { kept, beyond } = fillScreen(isWhole ? [] : selection.selections, lines - 2);
  if (kept.length === 0) return { kept, beyond: [name] };
  const paths =
    selection.kind === 'field'
      ? beyond.map((path) => (path.startsWith('... ') ? `${name} ${path}` : `${name}.${path}`))
      : beyond;
  return { kept: [{ ...selection, selections: kept }], beyond: paths };
}

function rank(selection: SelectionPlan): number {
  const isName = selection.kind === 'field' && ['__typename', 'id', 'name'].includes(selection.name);
  return isName ? 0 : linesOf(selection);
}

function linesOf({ selections }: SelectionPlan): number {
  return selections.reduce((sum, inner) => sum + linesOf(inner), selections.length === 0 ? 1 : 2);
}

/**
 * The aliases of fields of an abstract type's possible types, by coordinate: `Device.state`. GraphQL rejects fields of one name and
 * different types in one place, so only the most frequent type of a field keeps the plain name. The aliases depend on the abstract type
 * alone, so that several selections can be merged.
 */
export function responseAliases(schema: GraphQLSchema, abstract: GraphQLAbstractType): ReadonlyMap<string, string> {
  const members = schema.getPossibleTypes(abstract);
  const taken = new Set(isInterfaceType(abstract) ? Object.keys(abstract.getFields()) : []);
  const typesOf = new Map<string, Map<string, number>>();
  for (const field of members.flatMap(fieldsOf)) {
    taken.add(field.name);
    const counts = typesOf.get(field.name) ?? new Map<string, number>();
    typesOf.set(field.name, counts.set(String(field.type), (counts.get(String(field.type)) ?? 0) + 1));
  }
  const aliases = new Map<string, string>();
  for (const member of members) {
    for (const field of fieldsOf(member)) {
      if (String(field.type) === mostFrequent(typesOf.get(field.name))) continue;
      let alias = lowerFirst(member.name) + upperFirst(field.name);
      while (taken.has(alias)) alias += '_';
      taken.add(alias);
      aliases.set(`${member.name}.${field.name}`, alias);
    }
  }
  return aliases;
}

/** Ties go to the first in the alphabet, so that the order of a server's types does not matter. */
function mostFrequent(counts: ReadonlyMap<string, number> = new Map()): string | undefined {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0];
}

export const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
export const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
