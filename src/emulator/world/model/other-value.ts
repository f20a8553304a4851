import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
} from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { type Field, fieldsOf, isListField, requiredArguments } from '../../../graphql/fields.ts';
import type { ValueField } from './model-field.ts';
import { flatName, idName, sameNoun } from './names.ts';

/** The questions about types that a model answers. */
interface Types {
  namedExactly(words: readonly string[]): GraphQLCompositeType | undefined;
  isSameFamily(one: GraphQLCompositeType, other: GraphQLCompositeType): boolean;
  membersOf(type: GraphQLCompositeType): readonly GraphQLObjectType[];
}

/** The value of another object that a leaf is called after: after a field or an id beside it, or after a type. */
export function otherValue(
  model: Types,
  type: GraphQLObjectType,
  { definition, leaf }: ValueField,
): ValueField['other'] {
  const words = wordsOf(definition.name);
  for (let at = 1; at <= words.length; at += 1) {
    const [head, rest] = [words.slice(0, at), words.slice(at).join('')];
    const isCalled = ({ name }: Field) => [flatName(name), idName(name)?.words.join('')].includes(head.join(''));
    const beside = fieldsOf(type).find((field) => field !== definition && !isListField(field) && isCalled(field));
    const of = beside && getNamedType(beside.type);
    const target = isCompositeType(of) ? of : model.namedExactly(head);
    if (!target || model.isSameFamily(target, type)) continue;
    const values = model.membersOf(target).flatMap((member) => fieldsOf(member));
    const value = values.find(
      ({ name, type: is }) =>
        [rest, flatName(definition.name)].some((each) => sameNoun(flatName(name), each)) &&
        getNullableType(is) === leaf,
    );
    const isText = rest === '' && /^(?:ID|String)$/.test(leaf.name);
    const isOne = beside && !isListField(definition) && requiredArguments(beside).length === 0;
    if (value || isText) return { through: isOne && value ? beside.name : undefined, field: value?.name ?? '' };
  }
  return undefined;
}
