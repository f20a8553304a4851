import { entryOf, isRecord } from '../../base/is-record.ts';

export interface ShownArgument {
  readonly name: string;
  /** The type inside its wrappers (`ofType`), as deep as the question went. */
  readonly type: unknown;
  readonly defaultValue?: unknown;
}

export interface ShownField {
  readonly args: readonly ShownArgument[];
  readonly type: unknown;
}

/** The shape of a list in the schema: a list is proven whole if it is the same before and after the read. */
export interface ListShape {
  readonly parent: string;
  readonly name: string;
  /** The type of the connection; undefined for a plain list. */
  readonly connection: string | undefined;
  readonly args: readonly ShownArgument[];
  readonly fields: readonly unknown[];
  readonly isPaged?: boolean;
}

/** Asks the live schema for a type by {@link typeQuery}; undefined if the service refuses the deeper question. */
export type AskType = (name: string, deeply: boolean) => Promise<unknown>;

/** The strictest known servers admit it: one `__type`, each list of members once, and five levels. */
export function typeQuery(deeply: boolean): string {
  const type = (wrappers: number): string =>
    `type { kind name ${'ofType { kind name '.repeat(wrappers)}${'} '.repeat(wrappers + 1)}`;
  return `query LearnType${deeply ? 'Deeply' : ''}($name: String!) { __type(name: $name) { fields(includeDeprecated: true) { name ${type(1)}args { name defaultValue ${type(deeply ? 3 : 0)}} } } }`;
}

/** The field of that name; undefined if the type has none, or another shape than introspection gives. */
export function fieldIn(type: unknown, name: string): ShownField | undefined {
  const field = itemsIn(entryOf(type, 'fields'))?.find((it) => entryOf(it, 'name') === name);
  const args = itemsIn(entryOf(field, 'args'));
  return args?.every(isShownArgument) ? { args, type: entryOf(field, 'type') } : undefined;
}

const itemsIn = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

function isShownArgument(value: unknown): value is ShownArgument {
  return isRecord(value) && typeof value['name'] === 'string' && typeof entryOf(value, 'type', 'kind') === 'string';
}

export function nullableType(type: unknown): unknown {
  return entryOf(type, 'kind') === 'NON_NULL' ? entryOf(type, 'ofType') : type;
}

/** The type without its lists and `!`; undefined if the question did not go so deep. */
export function namedType(type: unknown): unknown {
  let inside = type;
  while (['NON_NULL', 'LIST'].includes(String(entryOf(inside, 'kind')))) inside = entryOf(inside, 'ofType');
  return inside;
}

const isTypeUnseen = ({ type }: ShownArgument): boolean => typeof entryOf(namedType(type), 'name') !== 'string';

export async function askField(ask: AskType, type: string, name: string): Promise<ShownField | undefined> {
  const field = fieldIn(await ask(type, false), name);
  return (field?.args.some(isTypeUnseen) && fieldIn(await ask(type, true), name)) || field;
}

export async function askConnectionFields(
  ask: AskType,
  name: string | undefined,
): Promise<readonly unknown[] | undefined> {
  return name === undefined ? [] : itemsIn(entryOf(await ask(name, false), 'fields'));
}

/** The answer shows the arguments of the same schema as the list; only what it does not show is asked for. */
export async function hasStillShape(ask: AskType, answer: unknown, shape: ListShape): Promise<boolean> {
  const args = fieldIn(entryOf(answer, '__type'), shape.name)?.args;
  if (!args || textOf(args, false) !== textOf(shape.args, false)) return false;
  const now = args.some(isTypeUnseen) ? (await askField(ask, shape.parent, shape.name))?.args : shape.args;
  if (!now || textOf(now) !== textOf(shape.args)) return false;
  return namesOf(await askConnectionFields(ask, shape.connection)) === namesOf(shape.fields);
}

/** Arguments as a text, whatever their order; `deeply`: with the types inside their wrappers. */
function textOf(args: readonly ShownArgument[], deeply = true): string {
  return args
    .map(({ name, type, defaultValue }) =>
      JSON.stringify([name, defaultValue, entryOf(type, 'kind'), entryOf(type, 'name'), deeply && type]),
    )
    .sort()
    .join();
}

function namesOf(fields: readonly unknown[] | undefined): string | undefined {
  return fields
    ?.map((field) => String(entryOf(field, 'name')))
    .sort()
    .join();
}
