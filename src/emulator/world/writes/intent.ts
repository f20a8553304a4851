import {
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isInputObjectType,
} from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import type { Field } from '../../../graphql/fields.ts';
import { isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { idName } from '../model/names.ts';
import { type Action, actionOf } from './verbs.ts';

/** The meaning of a mutation, by its name, its arguments and its types. */
export interface Intent {
  readonly action: Action;
  /** The type of the objects that it is about; undefined if nothing says it. */
  readonly subject: GraphQLCompositeType | undefined;
  /** The field, list or state that its name mentions: `status` of `setDeviceStatus`. */
  readonly attribute: string | undefined;
  readonly verb: string;
  /** Whether the answer shows its objects. */
  readonly isAnswered: boolean;
}

const fillers = /^(?:by|pk|one|many|bulk|batch|all|multiple|the|a|an|item|mutation|as)$/;
const prepositions = /^(?:to|into|from|in|on|with|for|between)$/;
const namespaceWords = /^(?:mutations?|actions?|operations?|namespace|commands?|writes?|input)$/;

/** Reads the name of a mutation. */
export function readIntent(model: Model, parent: GraphQLObjectType, field: Field): Intent {
  const words = wordsOf(field.name).filter((word, _, all) => !(fillers.test(word) && all.length > 1));
  const place = placeOfVerb(model, words);
  const verb = words[place] ?? '';
  const action = actionOf(verb) ?? 'state';
  const ids = idsOf(model, field);
  const takesId = ({ type }: Noun): boolean =>
    ids.some((each) => type !== undefined && each !== undefined && model.isSameFamily(each, type));
  // The words around the verb and prepositions: `issue` and `label` of `issueAddLabel`.
  const segments = words
    .map((word, at) => (at === place || prepositions.test(word) ? '|' : word))
    .join(' ')
    .split('|')
    .map((segment) => readNouns(model, segment.split(' ').filter(Boolean)));
  const nouns = segments.find((all) => all.some(({ type }) => type))?.filter(({ type }) => type) ?? [];
  const answered = answeredTypes(model, getNamedType(field.type));
  const [returned] = answered;
  const isReturned = ({ type }: Noun): boolean =>
    type !== undefined && answered.some((each) => model.isSameFamily(type, each));
  // `createIssueComment(issueId:)` makes a comment, `setDeviceGroup(deviceId:, groupId:)` changes a device.
  const made = action === 'create' ? nouns.findLast((noun) => !takesId(noun)) : undefined;
  const first = made ?? nouns.find(isReturned) ?? nouns.find(takesId) ?? nouns.at(-1);
  const others = segments.flat().filter((noun) => noun !== first);
  const second = others.find(takesId);
  const attribute =
    others
      .filter((noun) => !takesId(noun))
      .map(({ word }) => word)
      .join('') || undefined;
  const around = model.named(wordsOf(parent.name).filter((word) => !namespaceWords.test(word)));
  const named = ids.find((each) => each !== undefined);
  // `createGroup: DeviceGroup`, `inviteMember: Invitation`: what no id names, and the answer is, is made or meant.
  const suffix = words.slice(place + 1).join('');
  const isMeant =
    returned !== undefined &&
    (action === 'create' ? !takesId({ type: returned, word: '' }) : suffix !== '' && !first) &&
    !isReturned(first ?? { word: '' });
  const subject =
    (isMeant ? returned : undefined) ??
    first?.type ??
    (words.length > 1 ? (named ?? returned ?? around) : (around ?? returned)) ??
    named;
  const isAnswered = subject !== undefined && isReturned({ word: '', type: subject });
  const intent = { action, subject, attribute, verb, isAnswered };
  if (subject === undefined) return intent;
  // `deployApp(appId:, gatewayId:): Deployment` makes one of what no id names and its arguments fill.
  if (action === 'state' && returned && !takesId({ type: returned, word: '' }) && refersToAll(model, returned, ids))
    return { ...intent, action: 'create', subject: returned, attribute: undefined };
  // `addGroupMember(groupId:, memberId:)`, `addDeviceTag(id:, tag:)`: what an id names exists, so it is joined, or parted.
  const isThere = ids.includes(undefined) || (first && takesId(first));
  if (action === 'create' && first && (second ?? attribute) && isThere) return { ...intent, action: 'link' };
  if (action === 'delete' && first && (second ?? attribute)) return { ...intent, action: 'unlink' };
  return intent;
}

/** Where the verb is: first, or last, or anywhere; a verb that is not known is beside the name of a type. */
function placeOfVerb(model: Model, words: readonly string[]): number {
  const last = words.length - 1;
  // `clusterQueuePauseDispatch` pauses a cluster queue.
  const named = words.findLastIndex((_, at) => at > 0 && model.namedExactly(words.slice(0, at)));
  // `linkCreate` creates a link.
  const endsType = model.namedExactly(words.slice(0, last)) !== undefined;
  if (endsType && actionOf(words[last])) return last;
  if (actionOf(words[0]) || model.namedExactly(words.slice(1))) return 0;
  return endsType
    ? last
    : Math.max(
        0,
        named,
        words.findIndex((word) => actionOf(word)),
      );
}

/** Words that name a type of objects, or one word that names none. */
interface Noun {
  readonly word: string;
  readonly type?: GraphQLCompositeType;
}

/** Finds the types that words name, the longest names first: `device group status` has `DeviceGroup` and the word `status`. */
function readNouns(model: Model, words: readonly string[]): readonly Noun[] {
  for (let end = words.length; end > 0; end -= 1) {
    const type = model.namedExactly(words.slice(0, end));
    if (type || end === 1)
      return [{ word: words.slice(0, end).join(''), ...(type && { type }) }, ...readNouns(model, words.slice(end))];
  }
  return [];
}

/** The names of arguments, and of the fields of inputs. */
function namesOf({ args }: Field): readonly string[] {
  return args.flatMap((argument) => {
    const input = getNamedType(argument.type);
    return isInputObjectType(input) ? Object.keys(input.getFields()) : [argument.name];
  });
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

function refersToAll(
  model: Model,
  type: GraphQLCompositeType,
  ids: readonly (GraphQLCompositeType | undefined)[],
): boolean {
  const fields = model.familiesOf(type).flatMap((family) => model.linksOf(family));
  const refers = (id: GraphQLCompositeType): boolean =>
    fields.some(({ kind, target }) => kind === 'reference' && target && model.isSameFamily(target, id));
  return ids.length > 0 && ids.every((id) => id && refers(id));
}

/** The types of objects in an answer: itself, or in its payload, also within an edge; those of the payload's own fields first. */
function answeredTypes(model: Model, type: GraphQLNamedType, depth = 0): readonly GraphQLCompositeType[] {
  if (!isCompositeType(type) || depth > 2) return [];
  if (model.familiesOf(type).length > 0) return [type];
  const fields = model
    .membersOf(type)
    .filter((member) => !isFailure(member))
    .flatMap((member) => [...model.fieldsOfType(member).values()]);
  const own = fields.flatMap(({ leaf, target, kind }) => (!leaf && target && /^reference/.test(kind) ? target : []));
  const inner = fields.flatMap(({ kind, target }) =>
    /^part/.test(kind) && target ? answeredTypes(model, target, depth + 1) : [],
  );
  return [...own, ...inner];
}
