import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName, idName, sameNoun, singulars, wordsOf } from '../model/names.ts';

/** Whether an object of a type can have a field with this name. */
export function hasField(model: Model, type: GraphQLCompositeType, name: string): boolean {
  return model.membersOf(type).some((member) => fieldNamed(model, member, name) !== undefined);
}

/** The field with this name or key, in any spelling. */
export function fieldNamed(model: Model, type: GraphQLObjectType, name: string): ModelField | undefined {
  const word = flatName(name);
  const fields = [...model.fieldsOfType(type).values()];
  return (
    fields.find(({ definition }) => flatName(definition.name) === word) ??
    fields.find(({ key }) => flatName(key) === word)
  );
}

/** The field that a name means: its own, the id of what it refers to, the singular or plural, or with `is` before it. */
export function fieldMeant(model: Model, type: GraphQLObjectType, name: string): ModelField | undefined {
  const named = fieldNamed(model, type, name) ?? referenceNamed(model, type, name);
  if (named) return named;
  const word = flatName(name);
  const forms = [...singulars(word).flatMap((form) => [form, `${form}s`]), `is${word}`, word.replace(/^is/, '')];
  for (const form of forms) {
    const field = fieldNamed(model, type, form);
    if (field) return field;
  }
  return undefined;
}

/** The field that `id`, `deviceId` or `groupIds` names: the object's own id, or a reference by its name or type. */
function referenceNamed(model: Model, type: GraphQLObjectType, name: string): ModelField | undefined {
  const id = idName(name);
  if (id === undefined) return undefined;
  const noun = id.words.join('');
  const fields = [...model.fieldsOfType(type).values()];
  const own = wordsOf(model.familyOf(type)?.name ?? type.name);
  const isOwn = noun === '' || sameNoun(own.slice(-id.words.length).join(''), noun);
  const identity = isOwn ? fields.find(({ kind }) => kind === 'identity') : undefined;
  if (identity) return identity;
  const references = fields.filter(({ kind }) => kind === 'reference' || kind === 'references');
  const target = model.named(id.words);
  const typed = references.filter(({ target: to }) => target && to && model.isSameFamily(to, target));
  return (
    references.find(({ key }) => sameNoun(flatName(key), noun)) ??
    typed.find(({ kind }) => kind === 'reference') ??
    typed[0]
  );
}
