import { type GraphQLObjectType, getNamedType, getNullableType, isCompositeType, isLeafType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { type Field, fieldsOf, requiredArguments } from '../../../graphql/fields.ts';
import { flatName, idName } from './names.ts';

/** The field with the id of an object: `id`, `uuid` and the like, `vehicle_id` of a `Vehicle`, or the only field of the type `ID!`. */
export function identityOf(type: GraphQLObjectType): Field | undefined {
  const leaves = fieldsOf(type).filter(
    (field) => isLeafType(getNullableType(field.type)) && requiredArguments(field).length === 0,
  );
  const named = leaves.find(({ name }) => {
    const id = idName(name);
    // The `follower_id` beside the `follower` is of that.
    const isOfOther = fieldsOf(type).some(
      (field) => flatName(field.name) === id?.words.join('') && isCompositeType(getNamedType(field.type)),
    );
    return id && !id.many && !isOfOther && ['', ...wordsOf(type.name)].join(' ').endsWith(['', ...id.words].join(' '));
  });
  const [only, ...others] = leaves.filter((field) => String(field.type) === 'ID!' && idName(field.name) === undefined);
  return leaves.find(({ name }) => name === 'id') ?? named ?? (others.length === 0 ? only : undefined);
}
