import { entryOf } from './entry-of.ts';
import { isRecord } from './is-record.ts';
import { mayCut, type ShownInput, typeInside } from './may-cut.ts';

/** Asks the live schema for a type by {@link typeQuery}; undefined where the service refuses the deeper question. */
export type AskType = (name: string, deeply: boolean) => Promise<unknown>;

/** A field, as the live schema shows it. */
export interface ShownField {
  readonly name: string;
  readonly args: readonly ShownInput[];
  readonly type: unknown;
}

/** So many types of inputs are asked for: a filter over more can't be proven harmless. */
const MAX_TYPES = 30;

/**
 * The question for one type. The strictest known servers admit it: one `__type`, each list of members once, and five levels,
 * which show an argument's type if nothing is around it. The deeper question shows it in a list.
 */
export function typeQuery(deeply: boolean): string {
  const type = (wrappers: number): string =>
    `type { kind name ${'ofType { kind name '.repeat(wrappers)}${'} '.repeat(wrappers + 1)}`;
  return `query LearnType${deeply ? 'Deeply' : ''}($name: String!) { __type(name: $name) { fields(includeDeprecated: true) { name ${type(1)}args { name defaultValue ${type(deeply ? 3 : 0)}} } inputFields { name defaultValue ${type(deeply ? 3 : 1)}} } }`;
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
  const args = inputsIn(field, 'args');
  return args && { name, args, type: entryOf(field, 'type') };
}

/** The facts that decide whether a list is whole. */
export interface Beside {
  /** The name of an argument or of `pageInfo` that leaves it open. */
  readonly uncertain: string | undefined;
  /** All that was seen, the arguments included: the same before and after a read says that nothing changed meanwhile. */
  readonly text: string;
}

/**
 * Sees the inputs that arguments lead to, and whether a connection has `pageInfo`; undefined if an answer has another shape.
 *
 * @param connection - The name of its type; undefined for a plain list.
 */
export async function seeBeside(
  ask: AskType,
  args: readonly ShownInput[],
  connection: string | undefined,
  isChosen?: (name: string) => boolean,
): Promise<Beside | undefined> {
  const inputs = new Map<string, readonly ShownInput[] | undefined>();
  const see = async (type: string): Promise<void> => {
    const shown = inputsIn(await ask(type, false), 'inputFields');
    inputs.set(type, shown?.some(isUnseen) ? (inputsIn(await ask(type, true), 'inputFields') ?? shown) : shown);
  };
  const missing = new Set<string>();
  let uncertain: readonly string[];
  do {
    await Promise.all([...missing].map(see));
    missing.clear();
    const fieldsOf = (type: string) => {
      if (inputs.has(type) || inputs.size + missing.size >= MAX_TYPES) return inputs.get(type);
      missing.add(type);
      return [];
    };
    uncertain = mayCut(args, fieldsOf, isChosen);
  } while (missing.size > 0 && uncertain.length === 0);
  const fields = connection === undefined ? [] : entryOf(await ask(connection, false), 'fields');
  if (!Array.isArray(fields)) return undefined;
  const names = fields.map((field) => String(entryOf(field, 'name'))).sort();
  return {
    uncertain: uncertain[0] ?? names.find((name) => name === 'pageInfo'),
    text: JSON.stringify([names, textOf(args), [...inputs].map(([type, shown]) => type + textOf(shown)).sort()]),
  };
}

/**
 * Sees a list again after it was read. The answer holds what its field takes now, out of the same schema as the list; what that
 * leads to is asked for. Undefined if the two don't fit together.
 */
export async function seeAgain(
  ask: AskType,
  answer: unknown,
  parent: string,
  name: string,
  ...beside: [connection: string | undefined, isChosen?: (name: string) => boolean]
): Promise<Beside | undefined> {
  const shown = fieldIn(entryOf(answer, '__type'), name);
  const now = shown?.args.some(isUnseen) ? await seeField(ask, parent, name) : shown;
  return shown && now && outsides(shown) === outsides(now) ? seeBeside(ask, now.args, ...beside) : undefined;
}

/** The arguments of a field as a text, without what is inside of their types. */
function outsides({ args }: ShownField): string {
  return textOf(args.map((it) => ({ ...it, type: [entryOf(it.type, 'kind'), entryOf(it.type, 'name')] })));
}

function textOf(inputs: readonly ShownInput[] = []): string {
  return inputs
    .map(({ name, type, defaultValue }) => JSON.stringify([name, type, defaultValue]))
    .sort()
    .join();
}

function inputsIn(holder: unknown, key: 'args' | 'inputFields'): readonly ShownInput[] | undefined {
  const inputs = entryOf(holder, key);
  return Array.isArray(inputs) && inputs.every(isShownInput) ? inputs : undefined;
}

function isShownInput(value: unknown): value is ShownInput {
  return isRecord(value) && typeof value['name'] === 'string' && typeof entryOf(value, 'type', 'kind') === 'string';
}

function isUnseen({ type }: ShownInput): boolean {
  return typeof entryOf(typeInside(type), 'name') !== 'string';
}
