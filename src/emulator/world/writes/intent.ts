import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isInputObjectType,
} from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import { isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { isValueList, type ModelField } from '../model/model-field.ts';
import { flatName, idName, sameNoun, wordsOf } from '../model/names.ts';
import { fieldNamed } from '../reads/named-field.ts';
import { type Action, actionOf } from './verbs.ts';

/** The meaning of a mutation, by its name, its arguments and its types. */
export interface Intent {
  readonly action: Action;
  /** The type of the objects that it is about; undefined if nothing says it. */
  readonly subject: GraphQLCompositeType | undefined;
  /** The field, list or state that its name mentions: `status` of `setDeviceStatus`. */
  readonly attribute: string | undefined;
  readonly verb: string;
}

const fillers = /^(?:by|pk|one|many|bulk|batch|all|multiple|the|a|an|item|mutation|as)$/;
const prepositions = /^(?:to|into|from|in|on|with|for|between)$/;
const namespaceWords = /^(?:mutations?|actions?|operations?|namespace|commands?|writes?|input)$/;

/** Reads the name of a mutation. */
export function readIntent(model: Model, parent: GraphQLObjectType, field: Field): Intent {
  const words = wordsOf(field.name).filter((word, _, all) => !(fillers.test(word) && all.length > 1));
  const place = placeOfVerb(model, words);
  const verb = words[place] ?? '';
  const ids = idsOf(model, field);
  const takesId = (type: GraphQLCompositeType): boolean =>
    ids.some((each) => each !== undefined && model.isSameFamily(each, type));
  // The words around the verb and prepositions: `issue` and `label` of `issueAddLabel`.
  const segments = words
    .map((word, at) => (at === place || prepositions.test(word) ? '|' : word))
    .join(' ')
    .split('|');
  const nouns = segments.map((segment) => readSegment(model, segment.split(' ').filter(Boolean), takesId));
  const [first, second] = nouns.flatMap(({ types }) => types);
  const attribute = nouns.map((noun) => noun.attribute ?? '').join('') || undefined;
  const returned = returnedType(model, field);
  const around = model.named(wordsOf(parent.name).filter((word) => !namespaceWords.test(word)));
  const named = ids.find((each) => each !== undefined);
  const subject = first ?? (words.length > 1 ? (named ?? returned ?? around) : (around ?? returned)) ?? named;
  const action = actionOf(verb) ?? 'state';
  const intent = { action, subject, attribute, verb };
  if (subject === undefined) return intent;
  // `deployApp(appId:, gatewayId:): Deployment` makes one of what no id names and its arguments fill.
  if (action === 'state' && returned && !takesId(returned) && refersToAll(model, returned, ids))
    return { ...intent, action: 'create', subject: returned, attribute: undefined };
  if (!['create', 'delete', 'link', 'unlink'].includes(action)) return intent;
  // `addGroupMember(groupId:, memberId:)`: both exist, so they are joined.
  const isPair = first && second && takesId(second) && (takesId(first) || ids.includes(undefined));
  const list = attribute === undefined ? undefined : listNamed(model, subject, attribute);
  const isListed = list?.target && (takesId(list.target) || namesOf(field).some((name) => isIdOf(name, list.key)));
  const isPart = first !== undefined && attribute !== undefined && (action === 'create' || action === 'delete');
  if (isPair || isListed || (isPart && list?.kind === 'value'))
    return { ...intent, action: /^(?:delete|unlink)$/.test(action) ? 'unlink' : 'link' };
  // An object without such a list is not created or deleted by a part of it.
  return isPart ? { ...intent, action: 'state' } : intent;
}

/** Where the verb is: first, or last, or anywhere; a verb that is not known is beside the name of a type. */
function placeOfVerb(model: Model, words: readonly string[]): number {
  const last = words.length - 1;
  const [opens, closes] = [actionOf(words[0]) !== undefined, actionOf(words[last]) !== undefined];
  // `linkCreate` creates a link.
  if (closes && (!opens || model.namedExactly(words.slice(0, last)))) return last;
  if (opens || (words.length > 1 && model.namedExactly(words.slice(1)))) return 0;
  if (words.length > 1 && model.namedExactly(words.slice(0, -1))) return last;
  const known = words.findIndex((word) => actionOf(word) !== undefined);
  return Math.max(0, known);
}

interface Nouns {
  readonly types: readonly GraphQLCompositeType[];
  readonly attribute?: string;
}

/** A type, two that are joined, or a type and one of its fields or states: `group member`, `device status`. */
function readSegment(model: Model, words: readonly string[], takesId: (type: GraphQLCompositeType) => boolean): Nouns {
  const whole = model.namedExactly(words);
  if (whole) return { types: [whole] };
  const splits = words.slice(1).flatMap((_, at): { type: GraphQLCompositeType; rest: readonly string[] }[] => {
    const type = model.named(words.slice(0, words.length - at - 1));
    return type ? [{ type, rest: words.slice(words.length - at - 1) }] : [];
  });
  for (const { type, rest } of splits) {
    const item = model.named(rest);
    if (item && takesId(type) && takesId(item)) return { types: [item, type] };
  }
  const hasNamed = ({ type, rest }: (typeof splits)[number]): boolean =>
    model
      .familiesOf(type)
      .some((each) => [rest, ['is', ...rest]].some((name) => fieldNamed(model, each, name.join(''))));
  const own = splits.find(hasNamed);
  const last = own ? undefined : model.named(words);
  if (last) return { types: [last] };
  const split = own ?? splits[0];
  return split ? { types: [split.type], attribute: split.rest.join('') } : { types: [], attribute: words.join('') };
}

/** The names of arguments, and of the fields of inputs. */
function namesOf({ args }: Field): readonly string[] {
  return args.flatMap((argument) => {
    const input = getNamedType(argument.type);
    return isInputObjectType(input) ? Object.keys(input.getFields()) : [argument.name];
  });
}

function isIdOf(name: string, noun: string): boolean {
  const words = idName(name)?.words;
  return words !== undefined && sameNoun(flatName(noun), words.join(''));
}

/** The types that the ids among the arguments name; undefined for one that is called `id` alone. */
function idsOf(model: Model, field: Field): readonly (GraphQLCompositeType | undefined)[] {
  return namesOf(field).flatMap((name) => {
    const words = idName(name)?.words;
    if (words === undefined) return [];
    const type = model.named(words);
    return type || words.length === 0 ? [type] : [];
  });
}

function fieldsOfType(model: Model, type: GraphQLCompositeType): readonly ModelField[] {
  return model.familiesOf(type).flatMap((family) => [...model.fieldsOfFamily(family).values()]);
}

/** The list of a type that a word names, also in the singular: of values, or of objects. */
function listNamed(model: Model, type: GraphQLCompositeType, word: string): ModelField | undefined {
  return fieldsOfType(model, type).find(
    (field) => sameNoun(flatName(field.key), word) && (field.kind === 'references' || isValueList(field)),
  );
}

function refersToAll(
  model: Model,
  type: GraphQLCompositeType,
  ids: readonly (GraphQLCompositeType | undefined)[],
): boolean {
  const fields = fieldsOfType(model, type).filter(({ kind }) => kind === 'reference');
  return (
    ids.length > 0 && ids.every((id) => id && fields.some(({ target }) => target && model.isSameFamily(target, id)))
  );
}

/** The type of the object that a mutation returns: itself, or in its payload. */
function returnedType(model: Model, field: Field): GraphQLCompositeType | undefined {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return undefined;
  if (model.familiesOf(type).length > 0) return type;
  return model
    .membersOf(type)
    .filter((member) => !isFailure(member))
    .flatMap((member) => [...model.fieldsOfType(member).values()])
    .find(({ leaf, target, kind }) => !leaf && target && (kind === 'reference' || kind === 'references'))?.target;
}
