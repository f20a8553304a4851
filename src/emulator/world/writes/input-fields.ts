import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import { flatName, idName, sameNoun } from '../model/names.ts';

/** The field of a family that an input's name means: `status`, `newStatus`, and `online` for `isOnline`. */
export function fieldOfInput(model: Model, family: Family, name: string): ModelField | undefined {
  const fields = model.fieldsOfFamily(family);
  const word = flatName(name);
  const named = (wanted: string): ModelField | undefined => {
    for (const [own, field] of fields) if (flatName(own) === wanted) return field;
    for (const field of fields.values()) if (flatName(field.key) === wanted) return field;
    return undefined;
  };
  const inner = /^(?:new|set|updated|is)(.+)$/.exec(word)?.[1] ?? /^(.+?)(?:input|value|data)$/.exec(word)?.[1];
  return named(word) ?? named(`is${word}`) ?? (inner === undefined ? undefined : named(inner));
}

/**
 * The field that `groupId` or `groupIds` names: by its own name, by the one that the mutation mentions (`owner` of
 * `assignOwner(userId:)`), or by its type.
 */
export function referenceOfInput(
  model: Model,
  family: Family,
  name: string,
  mentioned?: string,
): ModelField | undefined {
  const id = idName(name);
  if (id === undefined || id.words.length === 0) return undefined;
  const words = id.words.filter((each, at) => at > 0 || !/^(?:add|added|remove|removed|new|set|to|target)$/.test(each));
  const target = model.named(words);
  const rank = ({ kind }: ModelField): number => (kind === (id.many ? 'references' : 'reference') ? 0 : 1);
  const fields = [...model.fieldsOfFamily(family).values()]
    .filter(({ kind }) => kind === 'reference' || kind === 'references')
    .sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1));
  const typed = fields.filter((field) => target && field.target && model.isSameFamily(field.target, target));
  const isMentioned = ({ key }: ModelField): boolean =>
    mentioned !== undefined &&
    (sameNoun(flatName(key), mentioned) || (mentioned.startsWith('assign') && key.startsWith('assign')));
  return fields.find(({ key }) => sameNoun(flatName(key), words.join(''))) ?? typed.find(isMentioned) ?? typed[0];
}
