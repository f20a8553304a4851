import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { type Field, isDeprecated } from '../graphql/fields.ts';
import { inputValue } from './input-value.ts';
import { type ListField, readFields } from './list-fields.ts';
import { UnknownNameError } from './path.ts';

/** How a condition compares: equal, not equal, contains, does not contain (both in any case), less, greater. */
export type Comparison = '=' | '!=' | '~' | '!~' | '<' | '<=' | '>' | '>=';

/** One condition of `--where`. */
export interface Condition {
  /** As it was written: `status=ONLINE`. */
  readonly text: string;
  readonly comparison: Comparison;
  readonly value: string;
  /** The field of an item that it is about; undefined for an argument of the list. */
  readonly field: ListField | undefined;
  /** Where the schema's own filter takes it: names from the argument down; undefined if it is applied here alone. */
  readonly passedTo: readonly string[] | undefined;
}

/** Conditions, and the variables that pass some of them to the service. */
export interface Conditions {
  readonly all: readonly Condition[];
  /** The arguments of the list that are used. */
  readonly arguments: readonly GraphQLArgument[];
  readonly variables: Readonly<Record<string, unknown>>;
}

const written = /^([_A-Za-z][\w.]*)\s*(!=|!~|<=|>=|=|~|<|>)([\s\S]*)$/;

/**
 * Reads conditions as a user writes them. A condition on an argument of the list (`text=pump`) is that argument. One on a
 * field of the items is passed to the schema's own filter where one fits: an argument with the name and type of the field, or
 * a field of a filter input: `status`, `nameContains`, `name: { contains }`. That such a filter compares as its name says is
 * inferred, so every condition on a field is applied to the answer as well.
 *
 * @throws {UnknownNameError} for a wrong name or value, or if a required argument of the list is missing.
 */
export function readConditions(
  schema: GraphQLSchema,
  item: GraphQLNamedOutputType,
  field: Field,
  texts: readonly string[],
): Conditions {
  const variables: Record<string, unknown> = {};
  const used = new Set<GraphQLArgument>();
  const put = (place: readonly string[], value: unknown): boolean => {
    const [first = '', ...rest] = place;
    const argument = field.args.find(({ name }) => name === first);
    if (argument === undefined || !set(variables, [first, ...rest], value)) return false;
    used.add(argument);
    return true;
  };

  const all = texts.map((text): Condition => {
    const [, name = '', comparison = '', value = ''] = written.exec(text) ?? [];
    if (!isComparison(comparison))
      throw new UnknownNameError(
        `“${text}” is not a condition: write field=value, or !=, ~ (contains), !~, <, <=, > or >= in place of =.`,
      );
    const argument = field.args.find((it) => it.name === name);
    if (argument !== undefined && !pages(argument) && !hasField(schema, item, name)) {
      if (comparison !== '=') throw new UnknownNameError(`“${name}” is an argument of the list: write ${name}=value.`);
      put([name], inputValue(argument.type, value, `The argument \`${name}\``));
      return { text, comparison, value, field: undefined, passedTo: [name] };
    }
    const [about, ...others] = readFields(schema, item, name);
    if (about === undefined || others.length > 0)
      throw new UnknownNameError(`“${text}” names several fields: write one condition for each.`);
    if (value !== 'null')
      inputValue(about.type, comparison === '=' || comparison === '!=' ? value : undefined, `“${name}”`);
    const place = slotsFor(about, comparison, value, field).find((slot) => put(slot.place, slot.value));
    return { text, comparison, value, field: about, passedTo: place?.place };
  });

  const missing = field.args.find((it) => isRequiredArgument(it) && !pages(it) && !used.has(it));
  if (missing)
    throw new UnknownNameError(`The list needs the argument \`${missing.name}\`: pass \`--where ${missing.name}=…\`.`);
  return { all, arguments: [...used], variables };
}

function isComparison(text: string): text is Comparison {
  return text !== '';
}

function hasField(schema: GraphQLSchema, item: GraphQLNamedOutputType, name: string): boolean {
  try {
    return readFields(schema, item, name).length > 0;
  } catch (error) {
    if (error instanceof UnknownNameError) return false;
    throw error;
  }
}

function pages({ name }: GraphQLArgument): boolean {
  return ['first', 'after', 'last', 'before'].includes(name);
}

const filterArgument = /^(?:filter|filters|filterBy|filter_by|where|condition|conditions|criteria)$/;

interface Slot {
  readonly place: readonly string[];
  readonly value: unknown;
}

/** The places of the schema's filters that could take a condition, best first. */
function slotsFor(field: ListField, comparison: Comparison, value: string, list: Field): readonly Slot[] {
  const [name = '', ...nested] = field.path;
  if (nested.length > 0 || value === 'null' || (comparison !== '=' && comparison !== '~')) return [];
  const typed = (): unknown => inputValue(field.type, value, name);
  const fits = (type: GraphQLInputType): boolean => {
    const target = getNullableType(type);
    return isLeafType(target) && target.name === field.type.name;
  };
  const listFits = (type: GraphQLInputType): boolean => {
    const target = getNullableType(type);
    return isListType(target) && fits(target.ofType);
  };
  const inside = (type: GraphQLInputType, place: readonly string[], names: readonly string[]): readonly Slot[] => {
    const input = getNamedType(type);
    if (!isInputObjectType(input) || isListType(getNullableType(type))) return [];
    const fields = Object.values(input.getFields()).filter((it) => !isDeprecated(it));
    if (fields.filter(isRequiredInputField).some((it) => !names.includes(it.name))) return [];
    return names.flatMap((wanted): readonly Slot[] => {
      const found = fields.find((it) => it.name === wanted);
      return found === undefined ? [] : slot(found, [...place, wanted]);
    });
  };
  const slot = (input: GraphQLArgument | GraphQLInputField, place: readonly string[]): readonly Slot[] => {
    const last = place.at(-1) ?? '';
    if (comparison === '=' && fits(input.type)) return [{ place, value: typed() }];
    if (comparison === '=' && listFits(input.type)) return [{ place, value: [typed()] }];
    if (comparison === '~' && last !== name && isText(input.type)) return [{ place, value }];
    const operators =
      comparison === '=' ? ['eq', '_eq', 'equals', 'is'] : ['contains', '_contains', 'icontains', '_icontains'];
    return last === name && !operators.includes(last) ? inside(input.type, place, operators) : [];
  };
  const names =
    comparison === '='
      ? [name, `${name}s`, `${name}In`, `${name}_in`, `${name}Eq`, `${name}_eq`, `${name}Equals`]
      : [`${name}Contains`, `${name}_contains`, name];
  return list.args
    .filter((argument) => !isDeprecated(argument) && !pages(argument))
    .flatMap((argument) => {
      if (argument.name === name) return slot(argument, [name]);
      return filterArgument.test(argument.name) ? inside(argument.type, [argument.name], names) : [];
    });
}

function isText(type: GraphQLInputType): boolean {
  const target = getNullableType(type);
  return isLeafType(target) && target.name === 'String';
}

/** Sets a place in nested objects; false if it is taken. */
function set(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): boolean {
  const present = target[name];
  if (rest.length === 0) {
    if (present !== undefined) return false;
    target[name] = value;
    return true;
  }
  const inner: Record<string, unknown> = typeof present === 'object' && present !== null ? { ...present } : {};
  if ((present !== undefined && typeof present !== 'object') || !set(inner, rest, value)) return false;
  target[name] = inner;
  return true;
}
