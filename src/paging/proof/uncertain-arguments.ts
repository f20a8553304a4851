import { entryOf } from '../../base/is-record.ts';
import { wordsOf } from '../../base/words.ts';
import { type ListShape, namedType, type ShownArgument } from './list-shape.ts';

/** Names of order: the argument arranges the items, and leaves none out. */
const ORDERS = /(?:order(?:ing)?|sort(?:ing)?)(?:s|_?by|_?key|_?direction)?$|^(?:reversed?|ascending|descending)$/;

/** Names of filters: left out, the argument leaves no item out. */
const FILTERS = /(?:filter|where|condition|criteri(?:a|on)|search|query)(?:s|_?by|_?key)?$|^q$/;

/** Names under which a text or id may turn pages. */
const TURNS_PAGES =
  /(?:^|_)(?:cursor|limit|offset|skip|take|pag\w+|perpage|token|size|count)(?:_|s?$)|^search_?after$|^since_?id$|^(?:first|last|after|before|from|start|end|next|prev|previous|top|max|number|index|position)_?(?:id|key|index|number|rows?|items?|results?|records?|nodes?|entries)?$/;

/** Types of numbers, which may count the items to bring or to leave out. */
const NUMBER = /int|float|long|double|decimal|number/i;

/** Names of comparison: the number does not count items. */
const COMPARES = /(?:^|_)(?:eq|neq?|not|n?in|[lg](?:te?|e)|is|equals?|between|than|equal_to|distinct_from)$/;

interface Traits {
  readonly kind: unknown;
  readonly type: string;
  readonly isList: boolean;
  readonly isPaged: boolean;
  readonly isGiven: boolean;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** The size of a page, which is always given; or a cursor whose default is the beginning or the end. */
  readonly turnsOwnPages: boolean;
  readonly counts: boolean;
  readonly orders: boolean;
  readonly filters: boolean;
  readonly turnsPages: boolean;
  readonly compares: boolean;
}

/** Rules in order: the first that applies decides whether the argument leaves the list whole or may cut it. */
const RULES: readonly (readonly [verdict: 'whole' | 'cut', applies: (it: Traits) => boolean])[] = [
  // Each page says whether there is another, so only a default can cut a list that is read by pages.
  ['whole', (it) => it.isPaged && (it.isGiven || !it.hasDefault || it.turnsOwnPages)],
  ['cut', (it) => it.type === ''],
  ['whole', (it) => it.hasDefault && !it.isGiven && it.orders],
  ['cut', (it) => (it.hasDefault || it.isRequired) && !it.isGiven],
  ['whole', (it) => it.kind === 'ENUM' || it.type === 'Boolean'],
  ['whole', (it) => it.kind === 'INPUT_OBJECT' && (it.orders || it.filters)],
  ['cut', (it) => it.kind === 'INPUT_OBJECT'],
  ['whole', (it) => it.isGiven && /date|time/i.test(it.type)],
  ['cut', (it) => it.kind !== 'SCALAR' || it.turnsPages],
  ['whole', (it) => it.type === 'ID' || (it.isList && it.type === 'String')],
  ['whole', (it) => it.counts && it.isGiven && it.compares],
  ['whole', (it) => !it.counts && (it.isGiven || it.orders || it.filters)],
];

export function uncertainNames(
  args: readonly ShownArgument[],
  isPaged: boolean,
  isGiven: (name: string) => boolean = () => false,
): readonly string[] {
  const mayCut = (arg: ShownArgument): boolean => {
    const traits = traitsOf(arg, isPaged, isGiven(arg.name));
    return RULES.find(([, applies]) => applies(traits))?.[0] !== 'whole';
  };
  return args.filter(mayCut).map(({ name }) => name);
}

function traitsOf(arg: ShownArgument, isPaged: boolean, isGiven: boolean): Traits {
  const { defaultValue } = arg;
  const named = namedType(arg.type);
  const [kind, typeName] = [entryOf(named, 'kind'), entryOf(named, 'name')];
  const type = typeof typeName === 'string' ? typeName : '';
  const name = wordsOf(arg.name).join('_');
  const counts = kind === 'SCALAR' && NUMBER.test(type);
  return {
    kind,
    type,
    isList: named !== arg.type,
    isPaged,
    isGiven,
    isRequired: entryOf(arg.type, 'kind') === 'NON_NULL',
    hasDefault: typeof defaultValue === 'string' && defaultValue !== 'null',
    turnsOwnPages:
      arg.name === 'first' || (/^(?:after|before)$/.test(arg.name) && /^(?:""|0)$/.test(String(defaultValue))),
    counts,
    orders: ORDERS.test(name) && !counts,
    filters: FILTERS.test(name),
    turnsPages: TURNS_PAGES.test(name),
    compares: COMPARES.test(name),
  };
}

/** The name of an argument, or of `pageInfo`, that leaves open whether a list is whole. */
export function uncertainIn(shape: Pick<ListShape, 'args' | 'fields' | 'isPaged'>): string | undefined {
  const { args, fields, isPaged = false } = shape;
  const names = isPaged ? [] : fields.map((field) => String(entryOf(field, 'name')));
  return uncertainNames(args, isPaged)[0] ?? names.find((it) => it === 'pageInfo');
}
