import type { GraphQLNamedOutputType } from 'graphql';
import { type Field, fieldOf } from '../graphql/fields.ts';
import { inputValue } from './input-value.ts';
import { type ListField, readFields } from './list-fields.ts';
import { UnknownNameError } from './path.ts';

/** One condition of `--where`, which is applied here, to the whole list. */
export interface Condition {
  /** How it compares: equal, not equal, contains, does not contain (both in any case), less, greater. */
  readonly comparison: string;
  readonly value: string;
  /** The field of an item that it is about. */
  readonly field: ListField;
}

const written = /^([_A-Za-z][\w.]*)\s*(!=|!~|<=|>=|=|~|<|>)([\s\S]*)$/;

/** Reads conditions on the fields of a list's items, as a user writes them. */
export function readConditions(
  item: GraphQLNamedOutputType,
  list: Field,
  texts: readonly string[],
): readonly Condition[] {
  return texts.map((text): Condition => {
    const [, name, comparison = '', value = ''] = written.exec(text) ?? [];
    if (name === undefined)
      throw new UnknownNameError(
        `“${text}” is not a condition: write field=value, or !=, ~ (contains), !~, <, <=, > or >= in place of =.`,
      );
    if (fieldOf(item, name) === undefined && list.args.some((it) => it.name === name))
      throw new UnknownNameError(
        `“${name}” is an argument of the list, not a field of its items: pass \`--arg ${name}=…\`.`,
      );
    const [field, ...others] = readFields(item, name);
    if (field === undefined || others.length > 0)
      throw new UnknownNameError(`“${text}” names several fields: write one condition for each.`);
    if (value !== 'null')
      inputValue(field.type, comparison === '=' || comparison === '!=' ? value : undefined, `“${name}”`);
    return { comparison, value, field };
  });
}
