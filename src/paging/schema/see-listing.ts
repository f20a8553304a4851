import { entryOf } from '../../base/entry-of.ts';
import { isRecord } from '../../base/is-record.ts';
import { mayCut, type ShownArgument, typeInside } from './may-cut.ts';

/** Asks the live schema for a type by {@link typeQuery}; undefined where the service refuses the deeper question. */
export type AskType = (name: string, deeply: boolean) => Promise<unknown>;

/** A field, as the live schema shows it. */
export interface ShownField {
  readonly name: string;
  readonly args: readonly ShownArgument[];
  readonly type: unknown;
}

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

/** A field in what a type shows; undefined if there is none of the name, or it has another shape. */
export function fieldIn(type: unknown, name: string): ShownField | undefined {
  const fields = entryOf(type, 'fields');
  const field: unknown = Array.isArray(fields) ? fields.find((it) => entryOf(it, 'name') === name) : undefined;
  const args = entryOf(field, 'args');
  if (!Array.isArray(args) || !args.every(isShownArgument)) return undefined;
  return { name, args, type: entryOf(field, 'type') };
}

/** The fields of a connection; none for a plain list, whose connection has no name; undefined if the answer has another shape. */
export async function seeConnection(ask: AskType, name: string | undefined): Promise<readonly unknown[] | undefined> {
  if (name === undefined) return [];
  const fields = entryOf(await ask(name, false), 'fields');
  return Array.isArray(fields) ? fields : undefined;
}

/** The facts that decide whether a list that is read at once is whole. */
export interface Beside {
  /** The name of an argument or of `pageInfo` that leaves it open. */
  readonly uncertain: string | undefined;
  /** All that was seen, the arguments included: the same before and after a read says that nothing changed meanwhile. */
  readonly text: string;
}

/** Judges a list that is read at once by its arguments and the fields of its connection. */
export function besideList(
  args: readonly ShownArgument[],
  fields: readonly unknown[],
  isGiven?: (name: string) => boolean,
): Beside {
  const names = fields.map((field) => String(entryOf(field, 'name'))).sort();
  return {
    uncertain: mayCut(args, false, isGiven)[0] ?? names.find((name) => name === 'pageInfo'),
    text: JSON.stringify([names, textOf(args)]),
  };
}

/**
 * Sees a list again after it was read. The answer holds what its field takes now, out of the same schema as the list; what it does
 * not show is asked for. Its {@link Beside.text}; undefined if the two don't fit together.
 */
export async function seeAgain(
  ask: AskType,
  answer: unknown,
  parent: string,
  name: string,
  connection: string | undefined,
): Promise<string | undefined> {
  const shown = fieldIn(entryOf(answer, '__type'), name);
  const now = shown?.args.some(isUnseen) ? await seeField(ask, parent, name) : shown;
  const fields = shown && now && outsides(shown) === outsides(now) && (await seeConnection(ask, connection));
  return fields ? besideList(now.args, fields).text : undefined;
}

/** The arguments of a field as a text, without what is inside of their types. */
function outsides({ args }: ShownField): string {
  return textOf(args.map((it) => ({ ...it, type: [entryOf(it.type, 'kind'), entryOf(it.type, 'name')] })));
}

function textOf(args: readonly ShownArgument[]): string {
  return args
    .map(({ name, type, defaultValue }) => JSON.stringify([name, type, defaultValue]))
    .sort()
    .join();
}

function isShownArgument(value: unknown): value is ShownArgument {
  return isRecord(value) && typeof value['name'] === 'string' && typeof entryOf(value, 'type', 'kind') === 'string';
}

function isUnseen({ type }: ShownArgument): boolean {
  return typeof entryOf(typeInside(type), 'name') !== 'string';
}
