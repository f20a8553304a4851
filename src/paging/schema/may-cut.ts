import { entryOf } from '../../base/is-record.ts';
import { wordsOf } from '../../base/words.ts';
import { type ShownArgument, typeInside } from './shown-field.ts';

/** A name that says order: it arranges the items, and leaves none out. */
const ORDERS = /(?:order(?:ing)?|sort(?:ing)?)(?:s|_?by|_?key|_?direction)?$|^(?:reversed?|ascending|descending)$/;

/** A name that says filter: left out, it leaves no item out. */
const FILTERS = /(?:filter|where|condition|criteri(?:a|on)|search|query)(?:s|_?by|_?key)?$|^q$/;

/** A name under which a text or id may turn pages. */
const TURNS_PAGES =
  /(?:^|_)(?:cursor|limit|offset|skip|take|pag\w+|perpage|token|size|count)(?:_|s?$)|^search_?after$|^since_?id$|^(?:first|last|after|before|from|start|end|next|prev|previous|top|max|number|index|position)_?(?:id|key|index|number|rows?|items?|results?|records?|nodes?|entries)?$/;

/** A type whose values can count: a number of items to bring, or to leave out. */
const NUMBER = /int|float|long|double|decimal|number/i;

/** A name that says comparison: its number does not count items. */
const COMPARES = /(?:^|_)(?:eq|neq?|not|n?in|[lg](?:te?|e)|is|equals?|between|than|equal_to|distinct_from)$/;

/**
 * The names of arguments that are not known to leave a list whole. An argument with a default is known to do so if it orders. One
 * that is left out and has none does if it can only choose or order: booleans, enums, ids, lists of texts; what is called as filters and
 * orders are. One that the caller gives may choose in any way, but neither count nor turn pages. Each page says itself whether
 * there is another, so of a list that is read by pages only defaults leave it open.
 *
 * @param isPaged - Whether the list is read by `first`, `after` and `pageInfo`.
 */
export function mayCut(
  args: readonly ShownArgument[],
  isPaged: boolean,
  isGiven: (name: string) => boolean = () => false,
): readonly string[] {
  const isOpen = (arg: ShownArgument): boolean => {
    const type = typeInside(arg.type);
    const [kind, typeName] = [entryOf(type, 'kind'), entryOf(type, 'name')];
    const name = wordsOf(arg.name).join('_');
    const given = isGiven(arg.name);
    if (isPaged && (given || !hasDefault(arg) || isOwn(arg))) return false;
    if (typeof typeName !== 'string') return true;
    const counts = kind === 'SCALAR' && NUMBER.test(typeName);
    const orders = ORDERS.test(name) && !counts;
    if (!given && (hasDefault(arg) || entryOf(arg.type, 'kind') === 'NON_NULL')) return !(orders && hasDefault(arg));
    if (kind === 'ENUM' || typeName === 'Boolean') return false;
    const chooses = orders || FILTERS.test(name);
    if (kind === 'INPUT_OBJECT') return !chooses;
    if (given && /date|time/i.test(typeName)) return false;
    if (kind !== 'SCALAR' || TURNS_PAGES.test(name)) return true;
    if (typeName === 'ID' || (type !== arg.type && typeName === 'String')) return false;
    return counts ? !(given && COMPARES.test(name)) : !(given || chooses);
  };
  return args.filter(isOpen).map(({ name }) => name);
}

function hasDefault({ defaultValue }: ShownArgument): boolean {
  return typeof defaultValue === 'string' && defaultValue !== 'null';
}

/** Whether it is the size of a page, which is always given, or a cursor, whose default is the beginning or the end. */
function isOwn({ name, defaultValue }: ShownArgument): boolean {
  return name === 'first' || (/^(?:after|before)$/.test(name) && /^(?:""|0)$/.test(String(defaultValue)));
}
