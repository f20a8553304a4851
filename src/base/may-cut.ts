import { entryOf } from './entry-of.ts';
import { wordsOf } from './words-of.ts';

/** An argument or input field, in the form in which introspection shows it. */
export interface ShownInput {
  readonly name: string;
  /** The type, its wrappers around it as `ofType`, as far as it was asked for. */
  readonly type: unknown;
  /** The default as text; null or absent without one. */
  readonly defaultValue?: unknown;
}

/** A name that says filter or order, which can only choose among the items or arrange them. */
const CHOOSES =
  /(?:filter|where|condition|criteri(?:a|on)|search|query|order(?:ing)?|sort(?:ing)?)(?:s|_?by|_?key)?$|^q$/;

/** A name under which a text or id may turn pages. */
const TURNS_PAGES =
  /(?:^|_)(?:cursor|limit|offset|skip|take|pag\w+|perpage|token|size|count)(?:_|s?$)|^search_?after$|^since_?id$|^(?:first|last|after|before|from|start|end|next|prev|previous|top|max|number|index|position)_?(?:id|key|index|number|rows?|items?|results?|records?|nodes?|entries)?$/;

/** A type whose values can count: a number of items to bring, or to leave out. */
const NUMBER = /int|float|long|double|decimal|number/i;

/** A field of a filter that compares a number, and so does not count items. */
const COMPARES = /(?:^|_)(?:eq|neq?|not|n?in|[lg](?:te?|e)|is|equals?|between|than|equal_to|distinct_from)$/;

/**
 * The names of arguments that are not known to leave a list whole. Harmless are optional ones without a default that only
 * choose or order: booleans, enums, ids, lists of texts; what is called as filters and orders are, if nothing in it can count
 * or turn pages. An argument that `isChosen` has a value of the caller's choice: it may choose in any way.
 *
 * @param fieldsOf - The fields of an input object; undefined where they can't be seen.
 */
export function mayCut(
  args: readonly ShownInput[],
  fieldsOf: (type: string) => readonly ShownInput[] | undefined,
  isChosen: (name: string) => boolean = () => false,
): readonly string[] {
  const harmful = (input: ShownInput, chosen: boolean, seen = new Set<string>()): boolean => {
    const type = typeInside(input.type);
    const [kind, typeName] = [entryOf(type, 'kind'), entryOf(type, 'name')];
    if (typeof typeName !== 'string') return true;
    if (kind === 'ENUM' || typeName === 'Boolean') return false;
    const name = wordsOf(input.name).join('_');
    const chooses = chosen || CHOOSES.test(name);
    if (kind === 'INPUT_OBJECT') {
      if (!chooses) return true;
      if (seen.has(typeName)) return false;
      seen.add(typeName);
      return fieldsOf(typeName)?.some((field) => harmful(field, true, seen)) ?? true;
    }
    if (chosen && /date|time/i.test(typeName)) return false;
    if (kind !== 'SCALAR' || TURNS_PAGES.test(name)) return true;
    if (typeName === 'ID' || (type !== input.type && typeName === 'String')) return false;
    return !chooses || (NUMBER.test(typeName) && !(chosen && COMPARES.test(name)));
  };
  return args
    .filter((arg) => (isChosen(arg.name) ? harmful(arg, true) : isRequiredOrDefault(arg) || harmful(arg, false)))
    .map(({ name }) => name);
}

/** A type without the lists and `!` around it; undefined where it can't be seen. */
export function typeInside(type: unknown): unknown {
  let inside = type;
  while (['NON_NULL', 'LIST'].includes(String(entryOf(inside, 'kind')))) inside = entryOf(inside, 'ofType');
  return inside;
}

function isRequiredOrDefault({ type, defaultValue }: ShownInput): boolean {
  return (typeof defaultValue === 'string' && defaultValue !== 'null') || entryOf(type, 'kind') === 'NON_NULL';
}
