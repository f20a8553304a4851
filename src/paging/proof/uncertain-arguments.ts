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

/** The names of the arguments that may cut a list. `isGiven` selects those that the caller sets. */
export function uncertainNames(
  args: readonly ShownArgument[],
  isPaged: boolean,
  isGiven: (name: string) => boolean = () => false,
): readonly string[] {
  return args.filter((arg) => mayCut(arg, isPaged, isGiven(arg.name))).map(({ name }) => name);
}

function mayCut(arg: ShownArgument, isPaged: boolean, given: boolean): boolean {
  const named = namedType(arg.type);
  const [kind, typeName] = [entryOf(named, 'kind'), entryOf(named, 'name')];
  const type = typeof typeName === 'string' ? typeName : '';
  const name = wordsOf(arg.name).join('_');
  const counts = kind === 'SCALAR' && NUMBER.test(type);
  const orders = ORDERS.test(name) && !counts;
  const chooses = orders || FILTERS.test(name);
  const fallback = typeof arg.defaultValue === 'string' ? arg.defaultValue : 'null';
  const hasDefault = fallback !== 'null';
  // The size of a page is always given; the default of a cursor may be the beginning or the end.
  const isOfPage = arg.name === 'first' || (/^(?:after|before)$/.test(arg.name) && /^(?:""|0)$/.test(fallback));
  /** The first rule that applies decides. */
  const rules: readonly (readonly [verdict: 'whole' | 'cut', applies: boolean])[] = [
    // Each page says whether there is another, so only a default can cut a list that is read by pages.
    ['whole', isPaged && (given || !hasDefault || isOfPage)],
    ['cut', type === ''],
    ['whole', !given && hasDefault && orders],
    ['cut', !given && (hasDefault || entryOf(arg.type, 'kind') === 'NON_NULL')],
    ['whole', kind === 'ENUM' || type === 'Boolean' || (kind === 'INPUT_OBJECT' && chooses)],
    ['cut', kind === 'INPUT_OBJECT'],
    ['whole', given && /date|time/i.test(type)],
    ['cut', kind !== 'SCALAR' || TURNS_PAGES.test(name)],
    ['whole', type === 'ID' || (type === 'String' && named !== arg.type)],
    ['whole', counts ? given && COMPARES.test(name) : given || chooses],
  ];
  return rules.find(([, applies]) => applies)?.[0] !== 'whole';
}

/** The name of an argument, or of `pageInfo`, that leaves open whether a list is whole. */
export function uncertainIn(shape: Pick<ListShape, 'args' | 'fields' | 'isPaged'>): string | undefined {
  const { args, fields, isPaged = false } = shape;
  const names = isPaged ? [] : fields.map((field) => String(entryOf(field, 'name')));
  return uncertainNames(args, isPaged)[0] ?? names.find((it) => it === 'pageInfo');
}
