import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isInputObjectType,
} from 'graphql';
import type { Field } from '../../graphql/fields.ts';
import { isFailure } from './failures.ts';
import type { Model } from './model.ts';
import { bare, idName, wordsOf } from './names.ts';

/** What a mutation does, by its name. `none` is a mutation that the emulator cannot interpret. */
export interface Intent {
  readonly action: 'create' | 'update' | 'upsert' | 'copy' | 'delete' | 'link' | 'unlink' | 'become' | 'none';
  /** The type of the objects that it is about. */
  readonly subject: GraphQLCompositeType | undefined;
  /** For `link` and `unlink`: the type of the objects that the subject belongs to. */
  readonly target?: GraphQLCompositeType | undefined;
  /** The field that its name mentions: `status` of `setDeviceStatus`. */
  readonly attribute?: string | undefined;
  /** The verb, for `become`: `archive` makes a device archived. */
  readonly verb: string;
}

/** Whether a name begins or ends with a verb, as that of a mutation does and that of `membersCanDeleteIssues` does not. */
export function hasVerb(name: string): boolean {
  const words = wordsOf(name);
  return verbOf(words[0]) !== undefined || verbOf(words.at(-1)) !== undefined;
}

type Action = Intent['action'];

const verbs: Readonly<Record<string, Action>> = {
  ...each('create add insert register new make enroll provision invite onboard', 'create'),
  ...each('update edit set modify change patch configure alter adjust rename', 'update'),
  ...each('upsert save put', 'upsert'),
  ...each('duplicate clone copy', 'copy'),
  ...each('delete remove destroy unregister deregister drop erase purge discard', 'delete'),
  ...each('assign attach link connect move transfer', 'link'),
  ...each('unassign detach unlink disconnect', 'unlink'),
};
const fillers = /^(?:by|pk|one|many|bulk|batch|all|multiple|the|a|an|item|mutation)$/;
const prepositions = /^(?:to|into|from|in|on|with|for|between)$/;

function each(words: string, action: Action): Record<string, Action> {
  return Object.fromEntries(words.split(' ').map((word) => [word, action]));
}

const verbOf = (word: string | undefined): Action | undefined =>
  word !== undefined && Object.hasOwn(verbs, word) ? verbs[word] : undefined;

/** Reads the name of a mutation; undefined if it has no verb that is known or that may be one. */
export function readIntent(model: Model, parent: GraphQLObjectType, field: Field): Intent {
  const all = wordsOf(field.name).filter((word, _, words) => !(fillers.test(word) && words.length > 1));
  const place = verbOf(all[0])
    ? 0
    : verbOf(all.at(-1))
      ? all.length - 1
      : all.findIndex((word) => verbOf(word) !== undefined);
  const returned = returnedType(model, field);
  if (place < 0) return unknownVerb(model, all, returned);
  const verb = all[place] ?? '';
  const action = verbOf(verb) ?? 'none';
  // `issueAddLabel`: what comes before the verb has what comes after it.
  if (place > 0 && place < all.length - 1) {
    const [owner, item] = [model.named(all.slice(0, place)), model.named(all.slice(place + 1))];
    const isLink = action === 'create' || action === 'link' || action === 'delete' || action === 'unlink';
    if (owner && item && isLink)
      return {
        action: action === 'create' || action === 'link' ? 'link' : 'unlink',
        subject: owner,
        target: item,
        verb,
      };
    if (owner) return { action, subject: owner, attribute: all.slice(place + 1).join(''), verb };
  }
  const nouns = [...all.slice(0, place), ...all.slice(place + 1)];
  const at = nouns.findIndex((word) => prepositions.test(word));
  if (at > 0) {
    const owner = model.named(nouns.slice(at + 1));
    const item = model.named(nouns.slice(0, at)) ?? (owner && itemOfList(model, owner, nouns.slice(0, at).join('')));
    const isRemoval = action === 'delete' || action === 'unlink';
    if (item && owner && action !== 'update')
      return {
        action: isRemoval ? 'unlink' : 'link',
        subject: item,
        target: owner,
        attribute: nouns.slice(0, at).join(''),
        verb,
      };
    if (item) return { action, subject: item, attribute: nouns.slice(at + 1).join(''), verb };
  }
  // `addGroupMember(groupId:, memberId:)`: both exist, so they are joined.
  for (let end = 1; end < nouns.length; end += 1) {
    const [owner, item] = [model.named(nouns.slice(0, end)), model.named(nouns.slice(end))];
    const isLink = action === 'create' || action === 'link' || action === 'delete' || action === 'unlink';
    if (!isLink || !owner || !item || !takesId(model, field, owner) || !takesId(model, field, item)) continue;
    return { action: action === 'create' || action === 'link' ? 'link' : 'unlink', subject: item, target: owner, verb };
  }
  return { ...subjectOf(model, parent, nouns, returned, action), verb };
}

function subjectOf(
  model: Model,
  parent: GraphQLObjectType,
  nouns: readonly string[],
  returned: GraphQLCompositeType | undefined,
  action: Action,
): Omit<Intent, 'verb'> {
  if (nouns.length === 0) {
    const around = wordsOf(parent.name).filter(
      (word) => !/^(?:mutations?|actions?|operations?|namespace|team)$/.test(word),
    );
    return {
      action,
      subject: returned ?? (model.isSingle(parent) ? undefined : model.familyOf(parent) ? parent : model.named(around)),
    };
  }
  const whole = model.named(nouns);
  if (whole && bare(whole.name) === nouns.join('').replace(/s$/, '')) return { action, subject: whole };
  // `setDeviceStatus`: a type, then one of its fields.
  for (let end = nouns.length - 1; end > 0; end -= 1) {
    const type = model.named(nouns.slice(0, end));
    const attribute = nouns.slice(end).join('');
    if (type && hasField(model, type, attribute))
      return { action: action === 'create' || action === 'delete' ? 'none' : action, subject: type, attribute };
  }
  if (whole) return { action, subject: whole };
  // The payload names what the words don't: an attribute of it, or nothing that the emulator understands.
  const attribute = nouns.join('');
  if (returned && action === 'update' && hasField(model, returned, attribute))
    return { action, subject: returned, attribute };
  return { action: 'none', subject: returned };
}

/** The type of the items in a list that is called so: `owners` of a group are members. */
function itemOfList(model: Model, type: GraphQLCompositeType, word: string): GraphQLCompositeType | undefined {
  for (const family of model.familiesOf(type)) {
    for (const slot of model.slotsOf(family).values()) {
      if (slot.kind === 'references' && [word, `${word}s`].includes(bare(slot.key))) return slot.target;
    }
  }
  return undefined;
}

/** Whether an argument, or a field of an input, is called as the id of a type. */
function takesId(model: Model, field: Field, type: GraphQLCompositeType): boolean {
  const names = field.args.flatMap((argument) => {
    const input = getNamedType(argument.type);
    return isInputObjectType(input) ? Object.keys(input.getFields()) : [argument.name];
  });
  return names.some((name) => {
    const words = idName(name)?.words;
    return words !== undefined && words.length > 0 && model.named(words) === type;
  });
}

function unknownVerb(model: Model, words: readonly string[], returned: GraphQLCompositeType | undefined): Intent {
  const [verb = '', ...rest] = words;
  const subject = model.named(rest) ?? model.named(words.slice(0, -1));
  if (subject && model.named(rest) === undefined) return { action: 'become', subject, verb: words.at(-1) ?? '' };
  return subject ? { action: 'become', subject, verb } : { action: 'none', subject: returned, verb };
}

function hasField(model: Model, type: GraphQLCompositeType, word: string): boolean {
  return model
    .familiesOf(type)
    .some((family) => [...model.slotsOf(family)].some(([name, slot]) => [bare(name), bare(slot.key)].includes(word)));
}

/** The type of the object that a mutation returns: itself, or in its payload. */
function returnedType(model: Model, field: Field): GraphQLCompositeType | undefined {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return undefined;
  if (model.familiesOf(type).length > 0) return type;
  for (const member of model.membersOf(type)) {
    if (isFailure(member)) continue;
    for (const slot of model.slotsOfType(member).values()) {
      if (!slot.leaf && slot.target && (slot.kind === 'reference' || slot.kind === 'references')) return slot.target;
    }
  }
  return undefined;
}
