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
import { fieldMeant } from '../reads/named-field.ts';
import { kindOf, type VerbKind } from './verbs.ts';

/** The meaning of a mutation: its types decide, and its name chooses among what they allow. */
export interface Intent {
  readonly kind: VerbKind;
  readonly verb: string;
  /** The type of the objects that it is about; undefined if nothing says it. */
  readonly subject: GraphQLCompositeType | undefined;
  /** The field, list or state that its name mentions beside types: `status` of `setDeviceStatus`. */
  readonly attribute: string | undefined;
  /** Whether the answer shows its objects. */
  readonly isAnswered: boolean;
}

const prepositions = /^(?:to|into|from|in|on|of|with|for|between)$/;
const fillers = /^(?:by|pk|one|many|bulk|batch|all|multiple|the|a|an|item|mutation|as)$/;
/** Verbs that make an object of another one, not of their inputs. */
const copies = /^(?:clone|copy|duplicate|fork)$/;
const namespaceWords = /^(?:mutations?|actions?|operations?|namespace|commands?|writes?|input)$/;

/** Reads what a mutation is about, and what it does. */
export function readIntent(model: Model, parent: GraphQLObjectType, field: Field): Intent {
  const words = wordsOf(field.name);
  const answered = answeredTypes(model, getNamedType(field.type));
  const ids = idsOf(model, field);
  const isIn = (types: readonly (GraphQLCompositeType | undefined)[]) => (type: GraphQLCompositeType) =>
    types.some((each) => each && model.isSameFamily(each, type));
  const [isAnswered, takesId] = [isIn(answered), isIn(ids)];
  const { verb, nouns, main, others } = readWords(model, words);
  const kind = kindOf(verb) ?? 'state';
  const around = model.named(wordsOf(parent.name).filter((word) => !namespaceWords.test(word)));
  const intent = { kind, verb, attribute: others.join('') || undefined };
  const about = (subject: GraphQLCompositeType | undefined, change: Partial<Intent> = {}): Intent => ({
    ...intent,
    ...{ subject, isAnswered: subject !== undefined && isAnswered(subject) },
    ...change,
  });
  if (kind === 'create') {
    const fresh = nouns.findLast((type) => !takesId(type));
    const first = nouns.find(isAnswered) ?? nouns.find(takesId) ?? nouns[0];
    const isThere = fresh ? fresh === first && ids.includes(undefined) : first && takesId(first);
    // `addGroupMember(groupId:, memberId:)`, `addDeviceTag(id:, tag:)`: what an id names exists, so it is joined.
    if (isThere && (intent.attribute || nouns.some((type) => type !== first && takesId(type))))
      return about(first, { kind: 'join' });
    // `createIssueComment(issueId:)` makes a comment, `inviteMember: Invitation` an invitation.
    const own = fresh && isAnswered(fresh) ? fresh : (answered.find((type) => !takesId(type)) ?? fresh);
    return about(own ?? nouns[0] ?? around ?? answered[0]);
  }
  const taken = nouns.filter(takesId);
  if (kind === 'delete') {
    const isPart = words.includes('from') || /^(?:remove|drop|discard)$/.test(verb);
    const first = nouns.find(isAnswered) ?? taken[0] ?? nouns.at(-1);
    // `removeMemberFromGroup(groupId:, memberId:)`, `deleteDeviceTag(id:, tag:)` leave what they are about.
    if (first && (intent.attribute || (isPart && (taken.length > 1 || (taken[0] && taken[0] !== first)))))
      return about(first, { kind: 'part' });
    // `deleteRulesOfZone(zoneId:)` deletes no zone.
    return about(main.findLast(takesId) ?? main.at(-1) ?? ids.find(Boolean) ?? around ?? answered[0]);
  }
  // `deployApp(appId:, gatewayId:): Deployment` makes one of what no id names and its arguments fill.
  const [returned] = answered;
  if (kind === 'state' && !copies.test(verb) && returned && !takesId(returned) && isFilled(model, returned, field, ids))
    return about(returned, { kind: 'create', attribute: undefined });
  const plain = ids.includes(undefined) ? main.at(-1) : undefined;
  // `installModel(cameraId:, modelId:): Camera` changes the camera.
  const shown = kind === 'state' && answered.length === 1 ? answered.find(takesId) : undefined;
  const chosen = nouns.find(isAnswered) ?? shown ?? main.find(takesId) ?? plain ?? taken[0];
  if (words.length === 1) return about(chosen ?? around ?? returned ?? ids.find(Boolean));
  return about(chosen ?? nouns.at(-1) ?? answered.find(takesId) ?? ids.find(Boolean) ?? returned ?? around);
}

/** The types that words name, the longest names first, and those before a preposition; the verb; and the words that are neither. */
function readWords(model: Model, words: readonly string[]) {
  const nouns: GraphQLCompositeType[] = [];
  const others: string[] = [];
  let main: readonly GraphQLCompositeType[] = nouns;
  for (let start = 0; start < words.length; ) {
    const word = words[start] ?? '';
    // `linkDevices` links, `linkCreate` creates a link.
    const isVerb = start === 0 && kindOf(word) && !kindOf(words.at(-1));
    let end = isVerb ? start : words.length;
    while (end > start && !model.namedExactly(words.slice(start, end))) end -= 1;
    const type = end > start ? model.namedExactly(words.slice(start, end)) : undefined;
    if (type) nouns.push(type);
    else if (prepositions.test(word) && main === nouns && nouns.length > 0) main = [...nouns];
    else if (words.length === 1 || !(prepositions.test(word) || fillers.test(word))) others.push(word);
    start = Math.max(end, start + 1);
  }
  const verb = [others[0], others.at(-1), ...others].find((word) => kindOf(word)) ?? others[0] ?? words[0] ?? '';
  const place = others.indexOf(verb);
  return { verb, nouns, main, others: others.filter((_, at) => at !== place) };
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

/** Whether the ids among the arguments are all references of a type, and the arguments its fields. */
function isFilled(
  model: Model,
  type: GraphQLCompositeType,
  field: Field,
  ids: readonly (GraphQLCompositeType | undefined)[],
): boolean {
  const families = model.familiesOf(type);
  const links = families.flatMap((family) => model.linksOf(family)).filter(({ kind }) => kind === 'reference');
  const refers = (id: GraphQLCompositeType | undefined): boolean =>
    id !== undefined && links.some(({ target }) => target && model.isSameFamily(target, id));
  const names = namesOf(field).filter((name) => !idName(name));
  return (
    ids.length > 0 && ids.every(refers) && names.some((name) => families.some((each) => fieldMeant(model, each, name)))
  );
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
