import { entryOf } from '../../base/is-record.ts';
import { mayCut } from './may-cut.ts';
import { fieldIn, isUnseen, type ShownArgument, type ShownField } from './shown-field.ts';

/** Asks the live schema for a type by {@link typeQuery}; undefined where the service refuses the deeper question. */
export type AskType = (name: string, deeply: boolean) => Promise<unknown>;

/**
 * The question for one type. The strictest known servers admit it: one `__type`, each list of members once, and five levels,
 * which show an argument's type if nothing is around it. The deeper question shows it in a list.
 */
export function typeQuery(deeply: boolean): string {
  const type = (wrappers: number): string =>
    `type { kind name ${'ofType { kind name '.repeat(wrappers)}${'} '.repeat(wrappers + 1)}`;
  return `query LearnType${deeply ? 'Deeply' : ''}($name: String!) { __type(name: $name) { fields(includeDeprecated: true) { name ${type(1)}args { name defaultValue ${type(deeply ? 3 : 0)}} } } }`;
}

/** A field of a type; undefined if the type has none of the name, or the answer has another shape. */
export async function seeField(ask: AskType, type: string, name: string): Promise<ShownField | undefined> {
  const see = async (deeply: boolean) => fieldIn(await ask(type, deeply), name);
  const field = await see(false);
  return (field?.args.some(isUnseen) && (await see(true))) || field;
}

/** The fields of a connection; none for a plain list, whose connection has no name; undefined if the answer has another shape. */
export async function seeConnection(ask: AskType, name: string | undefined): Promise<readonly unknown[] | undefined> {
  if (name === undefined) return [];
  const fields = entryOf(await ask(name, false), 'fields');
  return Array.isArray(fields) ? fields : undefined;
}

/** A list, as the schema showed it before it was read. */
export interface SeenListing {
  /** The type that has it as a field. */
  readonly parent: string;
  /** The field. */
  readonly name: string;
  /** The type of its connection; undefined for a plain list. */
  readonly connection: string | undefined;
  readonly args: readonly ShownArgument[];
  /** The fields of its connection. */
  readonly fields: readonly unknown[];
  /** Whether it is read by `first`, `after` and `pageInfo`. */
  readonly isPaged?: boolean;
}

/** The name of an argument or of `pageInfo` that leaves open whether the list is whole. */
export function uncertainIn({
  args,
  fields,
  isPaged = false,
}: Pick<SeenListing, 'args' | 'fields' | 'isPaged'>): string | undefined {
  return mayCut(args, isPaged)[0] ?? (isPaged ? undefined : fields.map(nameOf).find((it) => it === 'pageInfo'));
}

/**
 * Whether a list is seen again as before, after it was read. The answer holds what its field takes now, out of the same schema as
 * the list; what it does not show is asked for.
 */
export async function isSeenAgain(ask: AskType, answer: unknown, seen: SeenListing): Promise<boolean> {
  const args = fieldIn(entryOf(answer, '__type'), seen.name)?.args;
  if (!args || textOf(args, false) !== textOf(seen.args, false)) return false;
  const now = args.some(isUnseen) ? (await seeField(ask, seen.parent, seen.name))?.args : seen.args;
  if (!now || textOf(now) !== textOf(seen.args)) return false;
  return namesOf(await seeConnection(ask, seen.connection)) === namesOf(seen.fields);
}

/** Arguments as a text, the same for the same ones in any order; with what is inside of their types, or without. */
function textOf(args: readonly ShownArgument[], isWhole = true): string {
  return args
    .map(({ name, type, defaultValue }) =>
      JSON.stringify([name, defaultValue, entryOf(type, 'kind'), entryOf(type, 'name'), isWhole && type]),
    )
    .sort()
    .join();
}

function namesOf(fields: readonly unknown[] | undefined): string | undefined {
  return fields?.map(nameOf).sort().join();
}

function nameOf(field: unknown): string {
  return String(entryOf(field, 'name'));
}
