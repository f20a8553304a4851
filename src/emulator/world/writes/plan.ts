import type { GraphQLCompositeType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import type { Model } from '../model/model.ts';
import type { Family } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import type { Call } from '../reads/call.ts';
import { fieldMeant } from '../reads/named-field.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { AnswerField } from './answer-field.ts';
import { neededFields } from './changes.ts';
import { type InputTree, leavesOf } from './inputs.ts';
import { idsByText, itemsNamed, type Naming } from './naming.ts';
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
  /** The names of all inputs. */
  readonly inputs: readonly string[];
  /** The path of an input with a text that names the subject, and its id. */
  readonly key: { readonly path: string; readonly id: unknown } | undefined;
  /** Whether the answer shows one object, so that no list of inputs makes several. */
  readonly isOne: boolean;
}

const prepositions = /^(?:to|into|from|in|on|of|with|for|between)$/;
const fillers = /^(?:by|pk|one|many|bulk|batch|all|multiple|the|a|an|item|mutation|as|mark)$/;
const namespaces = /^(?:mutations?|actions?|operations?|namespace|commands?|writes?|input)$/;

/** Reads what a mutation is about, and what it does. */
export function readPlan(
  world: WorldParts,
  { type: parent, definition }: Call,
  answer: AnswerField,
  trees: readonly InputTree[],
): Plan {
  const { model } = world;
  const shown = answer.shownTypes();
  const answered = shown.map(({ type }) => type);
  const called = definition.name.replace(
    /(?:create|add|insert)Or(?:Update|Replace)|(?:update|replace)Or(?:Create|Add|Insert)/i,
    'upsert',
  );
  const { verb, nouns, main, rest } = readWords(model, wordsOf(called), answered);
  const [attribute, kind, done] = [rest.join(''), kindOf(verb) ?? 'state', statesOfVerb(verb)];
  const isIn = (types: readonly (Type | undefined)[]) => (type: Type | undefined) =>
    type !== undefined && types.some((each) => each && model.isSameFamily(each, type));
  const [isShown, isMain, isNoun] = [isIn(answered), isIn(main), isIn(nouns)];
  const isField = (type: Type | undefined, name: string): boolean =>
    type !== undefined && model.familiesOf(type).some((family) => fieldMeant(model, family, name) !== undefined);

  const inputs = leavesOf(trees);
  // A text of what is made names nothing: `createTeam(teamName:)`.
  const isOfMade = ({ isText, words }: Naming) =>
    isText && kind === 'create' && attribute === '' && isMain(model.named(words));
  // So does an id that may be left out, and is: `createPlan(name:, planId:)` copies no plan then.
  const isLeftOut = ({ isRequired, value }: InputTree) => kind === 'create' && !isRequired && value === undefined;
  const namings = inputs.flatMap((input) =>
    input.naming && !isOfMade(input.naming) && !isLeftOut(input) ? input.naming : [],
  );
  const ids = namings.flatMap(({ words }) => model.named(words) ?? []);
  // The id of a `sourceDevice` is no id of a device that is meant.
  const exact = namings.map(({ words }) => model.namedExactly(words));
  const isNamed = isIn(exact);
  const free = main.toReversed().filter((type) => !isNamed(type));
  const isPlain = namings.some(({ words }) => words.length === 0);
  // `deleteConfig(name:)`, `updateTeam(slug:, purpose:)`: a text that only one of them has is as good as an id.
  const keyed = free.find(isShown) ?? free[0] ?? (namings.length === 0 ? answered[0] : undefined);
  const isKeyed = !isPlain && (kind !== 'create' || attribute !== '');
  let key: Plan['key'];
  for (const { name, path, isRequired, naming, value } of isKeyed ? inputs : []) {
    const isOther = !isRequired || naming !== undefined || flatName(name) === attribute;
    const id = keyed && !key && !isOther ? idsByText(world, keyed, name, value) : undefined;
    if (id !== undefined) key = { path, id };
  }
  // Where neither the name nor the answer says a type, an id does, or else the place: `vm { pause(id:) }`.
  const byId = nouns.length + answered.length > 0 ? undefined : world.typeOf([namings[0]?.ids].flat()[0]);
  const around = byId ?? model.named(wordsOf(parent.name).filter((word) => !namespaces.test(word)));
  // An `id` alone names what no other id does, and what has it: what the answer shows, or what comes last in the name.
  // An id names the team beside the answer, of which there is one, only if nothing else may be meant.
  const several = answered.filter((type) => !model.familiesOf(type).every(({ isSingle }) => isSingle));
  const candidates = [free.find(isShown), ...several, ...free, ...answered, around].filter(
    (type) => type && !isNamed(type),
  );
  const plainIds = namings.filter(({ words }) => words.length === 0).flatMap((naming) => naming.ids);
  const having = candidates.find((type) => type && plainIds.some((id) => world.find(type, id)));
  const plain = isPlain ? (having ?? candidates[0]) : key && keyed;
  const taken = isIn([...exact, plain]);

  const plan = (does: Plan['does'], subject: Type | undefined, joins: Plan['joins'] = 'set'): Plan => {
    const own = shown.filter(({ type }) => isIn([subject])(type));
    // `disconnectResourceRepository(resourceId:)` parts the resource from its repository.
    const partner = joins === 'part' ? nouns.find((type) => !isIn([subject])(type) && !isNamed(type)) : undefined;
    // `revokeKey(keyId:): AccessKey` calls what it is about by a part of its name.
    const isOwn = subject && flatName(subject.name).includes(attribute);
    const other = isOwn ? flatName(partner?.name ?? '') : attribute;
    // `setMemberRole(membershipId:)` sets the `role` of a membership.
    const suffixes = rest.map((_, at) => rest.slice(at).join(''));
    const isInput = (name: string): boolean => inputs.some((input) => flatName(input.name) === name);
    const known = other && suffixes.find((name) => isField(subject, name) || isInput(name));
    return {
      ...{ does, subject, joins, done, key },
      attribute: known ?? other,
      states: kind === 'state' && does !== 'delete' ? done.map((each) => other + each) : [],
      isProven: (known !== undefined && (own.length > 0 || kind !== 'state')) || (kind === 'set' && own.length > 0),
      inputs: inputs.map(({ name }) => name),
      mentions,
      ownsId: plain === undefined || isIn([plain])(subject),
      isOne: own.length > 0 && !own.some(({ many }) => many),
    };
  };

  // The type in the answer comes first, then the one that the name mentions, among those that ids name.
  const mentions = rest.map((_, at) => rest.slice(0, at + 1).join(''));
  const isListed = (type: Type) => model.familiesOf(type).some((family) => itemsNamed(model, family, mentions));
  const mentioned = nouns.filter(taken).find(isListed) ?? nouns.find((type) => isShown(type) && taken(type));
  // `addRole(keyId:, role:)` is about the key, which has roles.
  const about =
    mentioned ??
    answered.find(taken) ??
    nouns.find(taken) ??
    ids.find((type) => attribute !== '' && isField(type, attribute));
  if (kind === 'create') {
    const isFresh = (type: Type): boolean => !isNamed(type) && (isMain(type) || !isNoun(type));
    const isFilled = (type: Type): boolean => inputs.some(({ name, naming }) => !naming && isField(type, name));
    // The object behind `to` is there: `addItemToOrder` makes no order. Who invites, or creates a `LoginSession`, may make
    // something else.
    const made = main.filter(isFresh).find(isShown) ?? answered.filter(isFresh).find(isFilled);
    const isSure = attribute === '' && verb !== 'invite';
    const meant =
      made ?? (isSure ? (main.find(isFresh) ?? (about ? undefined : (answered.find(isFresh) ?? around))) : undefined);
    // `addGroupMember(groupId:, memberId:)`, `addDeviceTag(id:, tag:)`: what an id names exists, so it is joined.
    const isJoin = !meant || (meant === plain && (attribute !== '' || nouns.some((type) => !isIn([meant])(type))));
    return about && isJoin ? plan('change', about, 'join') : plan('create', meant);
  }
  if (kind === 'delete') {
    // `removeMemberFromGroup(groupId:, memberId:)`, `deleteDeviceTag(id:, tag:)` leave what they are about.
    const isOther = (type: Type): boolean => taken(type) && !isIn([about])(type);
    const hasOther = (verb === 'remove' || nouns.length > main.length) && nouns.some(isOther);
    if (about && isNoun(about) && (attribute !== '' || hasOther)) return plan('change', about, 'part');
    // `deleteRulesOfZone(zoneId:)` and `deleteHandler(zoneId:)` delete no zone, and `removeMember(membershipId:)` a membership.
    const last = nouns.length > 0 ? main.at(-1) : (ids[0] ?? around ?? answered[0]);
    return plan('delete', last && flatName(last.name).includes(attribute) ? last : undefined);
  }
  // `importKey(appId:, name:): App` writes no name of the app.
  const own = mentioned ?? answered.find((type) => type === plain) ?? main.find((type) => !taken(type)) ?? about;
  const subject = own ?? nouns[0] ?? ids[0] ?? answered[0] ?? around;
  if (kind === 'toggle') return plan(kind, subject);
  // An object without an id of its own may be there or not, and a copy is not made of the inputs.
  if (kind === 'upsert') return plan(kind, taken(subject) ? subject : undefined);
  if (kind === 'copy') return plan('change', undefined);
  // `deployApp(appId:, gatewayId:, version:): Deployment` makes what no id names, all ids are referred to by, and inputs fill.
  const isMade = (family: Family): boolean => {
    const meant = (name: string) => fieldMeant(model, family, name);
    const asked = inputs.map(({ name }) => meant(name));
    const refers = namings.every(({ key: name }) => meant(name)?.kind === 'reference');
    const isFilled = neededFields(world, family).every((field) => asked.includes(field));
    const isMoved = done.some((word) => !word.endsWith('ing') && world.storyOf(family.name)?.find(word));
    const isCalled = flatName(family.name).includes(attribute) || meant(attribute) !== undefined;
    return isCalled && refers && (inputs.some(({ naming }, at) => !naming && asked[at]) || (isFilled && !isMoved));
  };
  const isFresh = kind === 'state' && namings.length > 0 && !answered.some(taken);
  const fresh = isFresh ? answered.find((type) => model.familiesOf(type).some(isMade)) : undefined;
  if (fresh) return plan('create', fresh);
  const isPart = /^(?:un|detach|disconnect|disassociate)/.test(verb);
  return plan('change', subject, isPart ? 'part' : kind === 'set' ? 'set' : 'join');
}

/** The types that words name, the longest names first, and those before a preposition; the verb; and the words that are neither. */
function readWords(model: Model, words: readonly string[], answered: readonly Type[]) {
  const nouns: Type[] = [];
  const others: string[] = [];
  let main: readonly Type[] | undefined;
  // `projectUpdate` updates a project, though there may be a `ProjectUpdate`; `linkDevices` links, and `publishUpdate: Update` publishes.
  const verbs = words.flatMap((word, at) => (kindOf(word) ? [at] : []));
  const last = model.namedExactly(words.slice(-1));
  const isNoun = last && answered.some((type) => model.isSameFamily(type, last));
  const end = verbs[0] === words.length - 1 && !isNoun ? words.length - 1 : words.length;
  const start = verbs[0] === 0 && verbs.at(-1) !== words.length - 1 ? 1 : 0;
  others.push(...words.slice(0, start));
  for (let at = start; at < words.length; ) {
    const ends = Array.from({ length: Math.max(end - at, 0) }, (_, back) => end - back);
    const upTo = ends.find((each) => model.namedExactly(words.slice(at, each)) && each - at < words.length);
    const type = upTo && model.namedExactly(words.slice(at, upTo));
    const word = words[at] ?? '';
    if (type) nouns.push(type);
    else if (prepositions.test(word)) main ??= [...nouns];
    else if (!fillers.test(word)) others.push(word);
    at = type && upTo ? upTo : at + 1;
  }
  const verb = [others[0], others.at(-1), ...others].find((word) => kindOf(word)) ?? others[0] ?? words[0] ?? '';
  const place = others.indexOf(verb);
  return { verb, nouns, main: main ?? nouns, rest: others.filter((_, at) => at !== place) };
}
