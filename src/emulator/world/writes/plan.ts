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
import { identityOf } from '../model/identity.ts';
import type { Model } from '../model/model.ts';
import { flatName, idName } from '../model/names.ts';
import { fieldMeant } from '../reads/named-field.ts';
import { kindOf, statesOfVerb } from './verbs.ts';

/** What a mutation does: its types decide, and its name chooses among what they allow. */
export interface Plan {
  readonly does: 'create' | 'upsert' | 'delete' | 'toggle' | 'change';
  /** The type of the objects that it is about; undefined if nothing says it. */
  readonly subject: GraphQLCompositeType | undefined;
  /** How what an id or a value names is joined with the subject; `set` makes a list hold these alone. */
  readonly joins: 'set' | 'join' | 'part';
  /** The verb, and the words that say that it was done. */
  readonly verb: string;
  readonly done: readonly string[];
  /** The words that may name a state which it moves; none if the verb says all. */
  readonly states: readonly string[];
  /** The field, list or state that its name mentions beside types: `status` of `setDeviceStatus`. */
  readonly attribute: string;
  /** Whether the verb or the answer proves that its inputs are values of the subject. */
  readonly isProven: boolean;
  /** Whether the answer shows one object, so that no list of inputs makes several. */
  readonly isOne: boolean;
}

const prepositions = /^(?:to|into|from|in|on|of|with|for|between)$/;
const fillers = /^(?:by|pk|one|many|bulk|batch|all|multiple|the|a|an|item|mutation|as)$/;
const parting = /^(?:un|detach|disconnect|disassociate)/;
const namespaces = /^(?:mutations?|actions?|operations?|namespace|commands?|writes?|input)$/;

/** Reads what a mutation is about, and what it does. */
export function readPlan(model: Model, parent: GraphQLObjectType, field: Field): Plan {
  const { verb, nouns, main, rest } = readWords(model, wordsOf(field.name));
  const attribute = rest.join('');
  const around = model.named(wordsOf(parent.name).filter((word) => !namespaces.test(word)));
  const shown = shownTypes(model, getNamedType(field.type), model.itemOf(field) !== undefined);
  const answered = shown.map(({ type }) => type);
  const ids = idsOf(model, field);
  const isIn = (types: readonly (GraphQLCompositeType | undefined)[]) => (type: GraphQLCompositeType) =>
    types.some((each) => each && model.isSameFamily(each, type));
  // The id of a `sourceDevice` is no id of a device that is meant.
  const exact = ids.filter(({ isExact }) => isExact).map(({ type }) => type);
  const [isShown, isNamed, isMain, isNoun] = [isIn(answered), isIn(exact), isIn(main), isIn(nouns)];
  // An `id` alone names what no other id does: what the answer shows, or what comes last in the name.
  const free = [...main].reverse().filter((type) => !isNamed(type));
  const plain = ids.some(({ type }) => !type)
    ? [free.find(isShown), ...answered, ...free, around].find((type) => type && !isNamed(type))
    : undefined;
  const taken = isIn([...exact, plain]);
  const kind = kindOf(verb) ?? 'state';
  const done = statesOfVerb(verb);
  const plan = (does: Plan['does'], subject: GraphQLCompositeType | undefined, joins: Plan['joins'] = 'set'): Plan => {
    const own = subject ? shown.filter(({ type }) => model.isSameFamily(type, subject)) : [];
    const words = verb === 'mark' ? [attribute] : done.map((each) => attribute + each);
    const families = subject ? model.familiesOf(subject) : [];
    // `setMemberRole(membershipId:)` sets the `role` of a membership, and `updateCustomerAddress: MailingAddress` an address.
    const known = rest
      .map((_, at) => rest.slice(at).join(''))
      .find((name) => families.some((family) => fieldMeant(model, family, name)));
    const isKnown = known !== undefined || (subject && flatName(subject.name).includes(attribute));
    return {
      ...{ does, subject, joins, verb, attribute: known ?? attribute, done },
      states: kind === 'state' && does === 'change' ? words : [],
      isProven: isKnown === true && (own.length > 0 || kind !== 'state'),
      isOne: own.length > 0 && !own.some(({ many }) => many),
    };
  };
  // What the name mentions and no id names is meant all the same; else the answer decides, and the name chooses.
  const about =
    nouns.find((type) => isShown(type) && taken(type)) ?? answered.find(taken) ?? [...main, ...nouns].find(taken);
  const given = ids.find(({ type }) => type)?.type;
  if (kind === 'create') {
    // What is behind `to` is there: `addItemToOrder` makes no order.
    const isFresh = (type: GraphQLCompositeType): boolean => !isNamed(type) && (isMain(type) || !isNoun(type));
    const [own, others] = [main.filter(isFresh), answered.filter(isFresh)];
    // Who invites may make a user, or not; and `createLoginSession` is no session, as far as it shows.
    const isPlain = attribute === '' && verb !== 'invite';
    const best =
      own.find(isShown) ?? others.find((type) => fills(model, type, field)) ?? (isPlain ? own[0] : undefined);
    const made = best ?? (about || !isPlain ? undefined : (others[0] ?? around));

    // `addGroupMember(groupId:, memberId:)`, `addDeviceTag(id:, tag:)`: what an id names exists, so it is joined.
    const isJoin = !made || (made === plain && (attribute !== '' || nouns.some(isNamed)));
    return about && isJoin ? plan('change', about, 'join') : plan('create', made);
  }
  if (kind === 'delete') {
    // `removeMemberFromGroup(groupId:, memberId:)`, `deleteDeviceTag(id:, tag:)` leave what they are about.
    const isOther = (type: GraphQLCompositeType): boolean => taken(type) && !isIn([about])(type);
    const isPart = attribute !== '' || ((verb === 'remove' || nouns.length > main.length) && nouns.some(isOther));
    if (about && isPart && isNoun(about)) return plan('change', about, 'part');
    // `deleteRulesOfZone(zoneId:)` deletes no zone.
    const last = nouns.length > 0 ? main.at(-1) : (given ?? around ?? answered[0]);
    // `deleteHandler(teamId:)` deletes no team, and `removeMember(membershipId:)` a membership.
    return plan('delete', last && flatName(last.name).includes(attribute) ? last : undefined);
  }
  // `importKey(appId:, name:): App` writes no name of the app.
  const isMeant = (type: GraphQLCompositeType): boolean =>
    isShown(type) && (isNoun(type) ? taken(type) : type === plain);
  const subject =
    [...nouns, ...answered].find(isMeant) ??
    main.find((type) => !taken(type)) ??
    about ??
    nouns[0] ??
    given ??
    answered[0] ??
    around;
  if (kind === 'toggle') return plan('toggle', subject);
  // What has no id of its own may be there or not.
  if (kind === 'upsert') return plan('upsert', subject && taken(subject) ? subject : undefined);
  // A copy is not made of the inputs.
  if (/^(?:clone|copy|duplicate|fork)$/.test(verb)) return plan('change', undefined);
  // `deployApp(appId:, gatewayId:, version:): Deployment` makes one of what no id names and its arguments fill.
  const fresh = answered.find((type) => !taken(type));
  if (kind === 'state' && !attribute && !answered.some(taken) && fresh && ids.length > 0)
    if (
      refersTo(
        model,
        fresh,
        ids.map(({ type }) => type),
      ) &&
      fills(model, fresh, field)
    )
      return plan('create', fresh);
  return plan('change', subject, parting.test(verb) ? 'part' : kind === 'set' ? 'set' : 'join');
}

/** The types that words name, the longest names first, and those before a preposition; the verb; and the words that are neither. */
function readWords(model: Model, words: readonly string[]) {
  const nouns: GraphQLCompositeType[] = [];
  const others: string[] = [];
  let main: readonly GraphQLCompositeType[] | undefined;
  // `projectUpdate` updates a project, though there may be a `ProjectUpdate`.
  const isLast = words.findIndex((word) => kindOf(word)) === words.length - 1;
  const length = words.length - Number(isLast);
  for (let start = 0; start < words.length; ) {
    const word = words[start] ?? '';
    // `linkDevices` links, `linkCreate` creates a link.
    const isVerb = start === 0 && kindOf(word) && !kindOf(words.at(-1));
    let end = isVerb || start >= length ? start : length;
    while (end > start && !model.namedExactly(words.slice(start, end))) end -= 1;
    const type = end > start ? model.namedExactly(words.slice(start, end)) : undefined;
    if (type) nouns.push(type);
    else if (prepositions.test(word)) main ??= [...nouns];
    else if (!fillers.test(word)) others.push(word);
    start = Math.max(end, start + 1);
  }
  const verb = [others[0], others.at(-1), ...others].find((word) => kindOf(word)) ?? others[0] ?? words[0] ?? '';
  const place = others.indexOf(verb);
  return { verb, nouns, main: main ?? nouns, rest: others.filter((_, at) => at !== place) };
}

/** The names of arguments, and of the fields of inputs. */
function namesOf({ args }: Field): readonly string[] {
  return args.flatMap((argument) => {
    const input = getNamedType(argument.type);
    return isInputObjectType(input) ? Object.keys(input.getFields()) : [argument.name];
  });
}

/** The types that the ids among the arguments name, exactly or by their last words; without a type for `id` alone. */
function idsOf(model: Model, field: Field) {
  return namesOf(field).flatMap((name) => {
    const words = idName(name)?.words;
    const type = words && model.named(words);
    return type || words?.length === 0 ? { type, isExact: words ? model.namedExactly(words) === type : false } : [];
  });
}

/** Whether an input is called like a field of a type. */
function fills(model: Model, type: GraphQLCompositeType, field: Field): boolean {
  const families = model.familiesOf(type);
  return namesOf(field).some((name) => !idName(name) && families.some((family) => fieldMeant(model, family, name)));
}

/** Whether a type refers to all that the ids name. */
function refersTo(
  model: Model,
  type: GraphQLCompositeType,
  ids: readonly (GraphQLCompositeType | undefined)[],
): boolean {
  const links = model.familiesOf(type).flatMap((family) => model.linksOf(family));
  return ids.every((id) =>
    links.some(({ kind, target }) => kind === 'reference' && id && target && model.isSameFamily(target, id)),
  );
}

/** The types of objects in an answer: itself, or in its payload, also within an edge; those of the payload's own fields first. */
function shownTypes(model: Model, type: GraphQLNamedType, many = false, depth = 0): readonly Shown[] {
  if (!isCompositeType(type) || depth > 2) return [];
  if (model.familiesOf(type).length > 0) return [{ type, many }];
  const fields = model
    .membersOf(type)
    .filter((member) => !isFailure(member))
    .flatMap((member) => [...model.fieldsOfType(member).values()]);
  const own = fields.flatMap(({ leaf, target, kind }) =>
    !leaf && target && /^reference/.test(kind) ? { type: target, many: many || kind === 'references' } : [],
  );
  const inner = fields.flatMap(({ kind, target }) =>
    /^part/.test(kind) && target && !model.membersOf(target).some(identityOf)
      ? shownTypes(model, target, many || kind === 'parts', depth + 1)
      : [],
  );
  return [...own, ...inner];
}

interface Shown {
  readonly type: GraphQLCompositeType;
  /** Whether the answer has a list of them. */
  readonly many: boolean;
}
