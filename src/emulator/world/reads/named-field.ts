import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import { flatName, idName, sameNoun, singulars } from '../model/names.ts';

type Owner = GraphQLObjectType | Family;

function fieldsOf(model: Model, owner: Owner): readonly ModelField[] {
  return [...('types' in owner ? model.fieldsOfFamily(owner) : model.fieldsOfType(owner)).values()];
}

/** Whether an object of a type can have a field with this name. */
export function hasField(model: Model, type: GraphQLCompositeType, name: string): boolean {
  return model.membersOf(type).some((member) => fieldNamed(model, member, name) !== undefined);
}

/** Whether the name of an argument is that of the id of an object of a type. */
export function isIdentity(model: Model, type: GraphQLCompositeType, name: string): boolean {
  return model.membersOf(type).some((member) => fieldMeant(model, member, name)?.kind === 'identity');
}

/** The field with this name or key, in any spelling. */
export function fieldNamed(model: Model, owner: Owner, name: string): ModelField | undefined {
  const word = flatName(name);
  const fields = fieldsOf(model, owner);
  return (
    fields.find(({ definition }) => flatName(definition.name) === word) ??
    fields.find(({ key }) => flatName(key) === word)
  );
}

/**
 * The field that the name of an argument or of an input's field means: its own (`status`, also `newStatus`), the id of what it
 * refers to, the singular or plural, or with `is` before it. `mentioned` is the field that a mutation's name mentions: `owner`
 * of `assignOwner(userId:)`.
 */
export function fieldMeant(model: Model, owner: Owner, name: string, mentioned?: string): ModelField | undefined {
  const named = fieldNamed(model, owner, name) ?? fieldOfId(model, owner, name, mentioned);
  if (named) return named;
  const word = flatName(name);
  // `accountName` is the `name` of an `Account`.
  const type = flatName(owner.name);
  const own = word.startsWith(type) ? [word.slice(type.length)] : [];
  const numbers = singulars(word).flatMap((form) => [form, `${form}s`]);
  const forms = [...own, ...numbers, `is${word}`, word.replace(/^(?:is|new|set|updated)/, '')];
  return forms.map((form) => fieldNamed(model, owner, form)).find(Boolean);
}

/** The field that `id`, `deviceId` or `groupIds` names: the object's own id, or a reference by its name or type. */
function fieldOfId(model: Model, owner: Owner, name: string, mentioned = ''): ModelField | undefined {
  const id = idName(name);
  if (id === undefined) return undefined;
  const { words } = id;
  const usual = id.many ? 'references' : 'reference';
  const fields = fieldsOf(model, owner);
  const references = fields
    .filter(({ kind }) => /^reference/.test(kind))
    .sort((one, other) => Number(other.kind === usual) - Number(one.kind === usual) || (one.key < other.key ? -1 : 1));
  const called = (noun: string) => references.find(({ key }) => sameNoun(flatName(key), noun));
  const own = wordsOf('types' in owner ? owner.name : (model.familyOf(owner)?.name ?? owner.name));
  const noun = words.join('');
  const isOwn = noun === '' || (!called(noun) && sameNoun(own.slice(-words.length).join(''), noun));
  const identity = isOwn ? fields.find(({ kind }) => kind === 'identity') : undefined;
  if (identity) return identity;
  const target = model.named(words);
  const typed = references.filter((field) => target && field.target && model.isSameFamily(field.target, target));
  const isMentioned = ({ key }: ModelField): boolean =>
    sameNoun(flatName(key), mentioned) || (mentioned.startsWith('assign') && key.startsWith('assign'));
  // `newOwnerId` is of the `owner`.
  const [byName] = words.flatMap((_, at) => called(words.slice(at).join('')) ?? []);
  return byName ?? typed.find(isMentioned) ?? typed[0];
}
