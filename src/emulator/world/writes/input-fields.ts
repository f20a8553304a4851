import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import { flatName, idName, singulars } from '../model/names.ts';

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

/** The field that `groupId` or `groupIds` names: by its own name, or that of its type. */
export function referenceOfInput(model: Model, family: Family, name: string): ModelField | undefined {
  const id = idName(name);
  if (id === undefined || id.words.length === 0) return undefined;
  const fields = [...model.fieldsOfFamily(family).values()].filter(
    ({ kind }) => kind === 'reference' || kind === 'references',
  );
  const words = id.words.filter((each, at) => at > 0 || !/^(?:add|added|remove|removed|new|set|to|target)$/.test(each));
  const word = words.join('');
  const rank = ({ kind }: ModelField): number => (kind === (id.many ? 'references' : 'reference') ? 0 : 1);
  const sorted = fields.sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1));
  const own = sorted.find(({ key }) => singulars(flatName(key)).includes(word) || flatName(key) === word);
  const target = model.named(words);
  return own ?? (target && sorted.find((field) => field.target && model.isSameFamily(field.target, target)));
}

/** The names that arguments and the fields of inputs can set. */
export function settableBy(
  args: readonly { readonly name: string; readonly type: GraphQLInputType }[],
): ReadonlySet<string> {
  const found = new Set(args.map(({ name }) => flatName(name)));
  const visit = (type: GraphQLInputType, depth: number): void => {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || depth > 3) return;
    for (const field of Object.values(named.getFields())) {
      found.add(flatName(field.name));
      const id = idName(field.name);
      if (id) found.add(id.words.join(''));
      visit(field.type, depth + 1);
    }
  };
  for (const { type } of args) visit(type, 0);
  return found;
}
