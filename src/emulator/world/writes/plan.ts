import {
  type GraphQLCompositeType,
  type GraphQLNamedType,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words-of.ts';
import type { Field } from '../../../graphql/fields.ts';
import { isFailure } from '../model/failures.ts';
import { identityOf } from '../model/identity.ts';
import type { Model } from '../model/model.ts';
import { flatName, idName } from '../model/names.ts';
import type { Arguments, Call } from '../reads/call.ts';
import { fieldMeant } from '../reads/named-field.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { idsByText, idWords, isWrapped, itemsNamed, type NamedByText, namedBy } from './named-by.ts';
import { kindOf, statesOfVerb } from './verbs.ts';

type Type = GraphQLCompositeType;

/** The plan of a mutation: its types decide, and its name chooses among what they allow. */
export interface Plan {
  readonly does: 'create' | 'upsert' | 'delete' | 'toggle' | 'change';
  /** The type of the objects that it is about; undefined if nothing says it. */
  readonly subject: Type | undefined;
  /** How what an id or a value names is joined with the subject; `set` makes a list hold these alone. */
  readonly joins: 'set' | 'join' | 'part';
  /** The words that say that it was done, the verb itself first. */
  readonly done: readonly string[];
  /** The words that may name a state which it moves; none if the verb says all. */
  readonly states: readonly string[];
  /** The field, list or state that its name mentions beside types: `status` of `setDeviceStatus`. */
  readonly attribute: string;
  /** The words beside types and the verb, the first of them alone, the first two, and so on: `member` of `setTeamMemberRole`. */
  readonly mentions: readonly string[];
  /** Whether the verb or the answer proves that its inputs are values of the subject. */
  readonly isProven: boolean;
  /** Whether an input that is called `id` alone is the id of the subject. */
  readonly ownsId: boolean;
  /** The names of the arguments, and of the fields of inputs. */
  readonly inputs: readonly string[];
  /** The inputs that name an object by a text which only it has, such as `slug` or `teamSlug`. */
  readonly texts: ReadonlyMap<string, NamedByText>;
  /** Whether the answer shows one object, so that no list of inputs makes several. */
  readonly isOne: boolean;
}

const prepositions = /^(?:to|into|from|in|on|of|with|for|between)$/;
const fillers = /^(?:by|pk|one|many|bulk|batch|all|multiple|the|a|an|item|mutation|as)$/;
const namespaces = /^(?:mutations?|actions?|operations?|namespace|commands?|writes?|input)$/;

/** Reads what a mutation is about, and what it does. */
export function readPlan(world: WorldParts, { type: parent, definition: field, args }: Call): Plan {
  const { model, population } = world;
  const shown = shownTypes(model, getNamedType(field.type), model.itemOf(field) !== undefined);
  const answered = shown.map(({ type }) => type);
  // The first words of the answer's type are no verb: `commerceApproveOrder: CommerceOrder`.
  const words = wordsOf(field.name);
  const isPrefix =
    !kindOf(words[0]) && answered.some(({ name }) => wordsOf(name).length > 1 && wordsOf(name)[0] === words[0]);
  const { verb, nouns, main, rest } = readWords(model, isPrefix && words.length > 2 ? words.slice(1) : words, answered);
  const [attribute, kind, done] = [rest.join(''), kindOf(verb) ?? 'state', statesOfVerb(verb)];
  const place = model.named(wordsOf(parent.name).filter((word) => !namespaces.test(word)));
  const isIn = (types: readonly (Type | undefined)[]) => (type: Type) =>
    types.some((each) => each && model.isSameFamily(each, type));
  const inputs = inputsOf(model, field.args, args);
  // The id says what neither the name nor the answer does: `vm { pause(id:) }`.
  const given = nouns.length + answered.length > 0 ? [] : inputs.filter((input) => idWords(input));
  const around = given.flatMap(({ value }) => population.typeOf([value].flat()[0]) ?? [])[0] ?? place;
  const texts = new Map<string, NamedByText>();
  for (const input of inputs) {
    const found = idName(input.name) ? undefined : namedBy(world, input, input.value);
    const type = found && model.named(found.words);
    // A text of what is made names nothing: `createTeam(teamName:)`.
    const isOwn = type && kind === 'create' && attribute === '' && nouns.length < 2 && isIn(nouns)(type);
    if (found && !isOwn) texts.set(input.name, found);
  }
  const named = inputs.flatMap((input) => {
    const words = texts.get(input.name)?.words ?? idWords(input);
    return words ? [words] : [];
  });
  const ids = named.flatMap((words) => model.named(words) ?? []);
  // The id of a `sourceDevice` is no id of a device that is meant.
  const exact = named.map((words) => model.namedExactly(words));
  const [isShown, isNamed, isMain, isNoun] = [isIn(answered), isIn(exact), isIn(main), isIn(nouns)];
  // An `id` alone names what no other id does: what the answer shows, or what comes last in the name.
  const free = main.toReversed().filter((type) => !isNamed(type));
  const isPlain = named.some(({ length }) => length === 0);
  // `deleteConfig(name:)`, `updateTeam(slug:, purpose:)`: so does a text that only one of them has.
  const meantBy = free.find(isShown) ?? free[0] ?? (named.length === 0 ? answered[0] : undefined);
  const hasKey = meantBy && !isPlain && (kind !== 'create' || attribute !== '');
  const key = inputs.find(({ name, type, value }) => {
    if (!hasKey || !isNonNullType(type) || idName(name) || flatName(name) === attribute) return false;
    const id = idsByText(world, meantBy, name, value);
    if (id !== undefined) texts.set(name, { words: [], id });
    return id !== undefined;
  });
  const plain = isPlain
    ? [free.find(isShown), ...answered, ...free, around].find((type) => type && !isNamed(type))
    : key && meantBy;
  const taken = isIn([...exact, plain || undefined]);
  const isField = (type: Type, name: string): boolean =>
    model.familiesOf(type).some((family) => fieldMeant(model, family, name) !== undefined);
  const isFilled = (type: Type): boolean => inputs.some((input) => !idWords(input) && isField(type, input.name));

  // `deleteChaosExperiment` deletes an experiment: a word before its noun that nothing has is of the product.
  const tail = kind === 'state' ? undefined : model.namedExactly(words.slice(-1));
  const isPrefixed = (type: Type): boolean =>
    tail !== undefined && model.isSameFamily(tail, type) && !rest.some((word) => isField(type, word));

  const plan = (does: Plan['does'], subject: Type | undefined, joins: Plan['joins'] = 'set'): Plan => {
    const own = subject ? shown.filter(({ type }) => model.isSameFamily(type, subject)) : [];
    // `revokeKey(keyId:): AccessKey` calls what it is about by a part of its name.
    // `disconnectResourceRepository(resourceId:)` parts the resource from its repository.
    const partner = joins === 'part' ? nouns.find((type) => subject && !model.isSameFamily(type, subject)) : undefined;
    const isOwn = subject && (flatName(subject.name).includes(attribute) || isPrefixed(subject));
    const other = isOwn ? flatName(partner && !isNamed(partner) ? partner.name : '') : attribute;
    // `setMemberRole(membershipId:)` sets the `role` of a membership.
    const suffixes = rest.map((_, at) => rest.slice(at).join(''));
    const isValue = (name: string): boolean => inputs.some((input) => flatName(input.name) === name);
    const known = other && suffixes.find((name) => (subject && isField(subject, name)) || isValue(name));
    const states = verb === 'mark' ? [attribute] : done.map((each) => other + each);
    return {
      ...{ does, subject, joins, attribute: known ?? other, done },
      states: kind === 'state' && does === 'change' ? states : [],
      isProven: (known !== undefined && (own.length > 0 || kind !== 'state')) || (kind === 'set' && own.length > 0),
      texts,
      inputs: inputs.map(({ name }) => name),
      mentions,
      ownsId: !plain || (subject !== undefined && model.isSameFamily(plain, subject)),
      isOne: own.length > 0 && !own.some(({ many }) => many),
    };
  };

  // The type in the answer comes first, then the one that the name mentions, among those that ids name.
  const mentions = rest.map((_, at) => rest.slice(0, at + 1).join(''));
  const isListed = (type: Type) => model.familiesOf(type).some((family) => itemsNamed(model, family, mentions));
  const mentioned = nouns.filter(taken).find(isListed) ?? nouns.find((type) => isShown(type) && taken(type));
  // `addRole(keyId:, role:)` is about the key, which has roles.
  const having = ids.find((type) => attribute !== '' && isField(type, attribute));
  const about = mentioned ?? answered.find(taken) ?? nouns.find(taken) ?? having;
  const isFresh = (type: Type): boolean => !isNamed(type) && (isMain(type) || !isNoun(type));
  if (kind === 'create') {
    // The object behind `to` is there: `addItemToOrder` makes no order. Who invites, or creates a `LoginSession`, may make
    // something else.
    const made = main.filter(isFresh).find(isShown) ?? answered.filter(isFresh).find(isFilled);
    const isSure = attribute === '' && verb !== 'invite';
    const meant =
      made ?? (isSure ? (main.find(isFresh) ?? (about ? undefined : (answered.find(isFresh) ?? around))) : undefined);
    // `addGroupMember(groupId:, memberId:)`, `addDeviceTag(id:, tag:)`: what an id names exists, so it is joined.
    const isJoin = !meant || (meant === plain && (attribute !== '' || nouns.some(isNamed)));
    return about && isJoin ? plan('change', about, 'join') : plan('create', meant);
  }
  if (kind === 'delete') {
    // `removeMemberFromGroup(groupId:, memberId:)`, `deleteDeviceTag(id:, tag:)` leave what they are about.
    const isOther = (type: Type): boolean => taken(type) && !isIn([about])(type);
    const isPart =
      (attribute !== '' && !(about && isPrefixed(about))) ||
      ((verb === 'remove' || nouns.length > main.length) && nouns.some(isOther));
    if (about && isPart && isNoun(about)) return plan('change', about, 'part');
    // `deleteRulesOfZone(zoneId:)` and `deleteHandler(zoneId:)` delete no zone, and `removeMember(membershipId:)` a membership.
    const last = nouns.length > 0 ? main.at(-1) : (ids[0] ?? around ?? answered[0]);
    return plan('delete', last && (flatName(last.name).includes(attribute) || isPrefixed(last)) ? last : undefined);
  }
  // `importKey(appId:, name:): App` writes no name of the app.
  const own = mentioned ?? answered.find((type) => type === plain) ?? main.find((type) => !taken(type)) ?? about;
  const subject = own ?? nouns[0] ?? ids[0] ?? answered[0] ?? around;
  if (kind === 'toggle') return plan(kind, subject);
  // An object without an id of its own may be there or not, and a copy is not made of the inputs.
  if (kind === 'upsert') return plan(kind, subject && taken(subject) ? subject : undefined);
  if (/^(?:clone|copy|duplicate|fork)$/.test(verb)) return plan('change', undefined);
  // `deployApp(appId:, gatewayId:, version:): Deployment` makes one of what no id names, all ids refer to, and its arguments fill.
  const links = (type: Type) => model.familiesOf(type).flatMap((family) => model.linksOf(family));
  const refers = (type: Type, id: Type): boolean =>
    links(type).some(({ kind: how, target }) => how === 'reference' && model.isSameFamily(target, id));
  const fresh = kind === 'state' && !attribute && !answered.some(taken) && ids[0] ? answered.find(isFilled) : undefined;
  if (fresh && ids.every((id) => refers(fresh, id))) return plan('create', fresh);
  const isPart = /^(?:un|detach|disconnect|disassociate)/.test(verb);
  return plan('change', subject, isPart ? 'part' : kind === 'set' ? 'set' : 'join');
}

/** The types that words name, the longest names first, and those before a preposition; the verb; and the words that are neither. */
function readWords(model: Model, words: readonly string[], answered: readonly Type[]) {
  const nouns: Type[] = [];
  const others: string[] = [];
  let main: readonly Type[] | undefined;
  // `projectUpdate` updates a project, though there may be a `ProjectUpdate`; `linkDevices` links, and `linkCreate` creates a link.
  const first = words.findIndex((word) => kindOf(word));
  const last = model.namedExactly(words.slice(first));
  // `publishUpdate: Update` publishes an update.
  const isNoun = last && answered.some((type) => model.isSameFamily(type, last));
  const length = first === words.length - 1 && !isNoun ? first : words.length;
  for (let start = 0; start < words.length; ) {
    const word = words[start] ?? '';
    let end = start > 0 ? length : first === 0 && !kindOf(words.at(-1)) ? 0 : Math.min(length, words.length - 1);
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

/** The arguments, and the fields of inputs, with their values. */
function inputsOf(model: Model, declared: Field['args'], args: Arguments) {
  return declared.flatMap(({ name, type }) => {
    const [input, value] = [getNamedType(type), args[name]];
    // `account: { slug }` names an account, and `webhook: { url, account }` is one.
    if (!isInputObjectType(input) || (model.named(wordsOf(name)) && (value === undefined || isWrapped(value))))
      return [{ name, type, value }];
    const inner = isRecord(value) ? value : {};
    return Object.values(input.getFields()).map(({ name, type }) => ({ name, type, value: inner[name] }));
  });
}

/** A type of objects in an answer, and whether the answer has a list of them. */
interface Shown {
  readonly type: Type;
  readonly many: boolean;
}

/** The types of objects in an answer: itself, or in its payload, also within an edge. */
function shownTypes(model: Model, type: GraphQLNamedType, many = false, depth = 0): readonly Shown[] {
  if (!isCompositeType(type) || depth > 2) return [];
  if (model.familiesOf(type).length > 0) return [{ type, many }];
  const members = model.membersOf(type).filter((member) => !isFailure(member));
  const fields = members.flatMap((member) => [...model.fieldsOfType(member).values()]);
  return fields.flatMap(({ leaf, target, kind }): readonly Shown[] => {
    if (leaf || !target) return [];
    const isList = many || kind.endsWith('s');
    if (/^reference/.test(kind)) return [{ type: target, many: isList }];
    return model.membersOf(target).some(identityOf) ? [] : shownTypes(model, target, isList, depth + 1);
  });
}
