import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import { isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { flatName, idName, singulars, wordsOf } from '../model/names.ts';
import { type Action, actionOf } from './verbs.ts';

/** What a mutation is to do, by its name and types. */
export interface Intent {
  readonly action: Action;
  /** The type of the objects that it is about; undefined if nothing says it. */
  readonly subject: GraphQLCompositeType | undefined;
  /** For `link` and `unlink`: the type of the objects that the subject belongs to. */
  readonly target?: GraphQLCompositeType | undefined;
  /** The field that its name mentions: `status` of `setDeviceStatus`. */
  readonly attribute?: string | undefined;
  readonly verb: string;
}

const fillers = /^(?:by|pk|one|many|bulk|batch|all|multiple|the|a|an|item|mutation|as)$/;
const prepositions = /^(?:to|into|from|in|on|with|for|between)$/;
const namespaceWords = /^(?:mutations?|actions?|operations?|namespace|team|commands?|writes?|input)$/;

/** Reads the name of a mutation. */
export function readIntent(model: Model, parent: GraphQLObjectType, field: Field): Intent {
  const all = wordsOf(field.name).filter((word, _, words) => !(fillers.test(word) && words.length > 1));
  const place = placeOfVerb(model, all);
  const verb = all[place] ?? '';
  const action = actionOf(verb) ?? 'state';
  const between = place > 0 && place < all.length - 1 ? readBetween(model, all, place, action, verb) : undefined;
  if (between) return between;
  const nouns = [...all.slice(0, place), ...all.slice(place + 1)];
  return (
    readPreposition(model, nouns, action, verb) ??
    readPair(model, field, nouns, action, verb) ?? { ...readSubject(model, parent, field, nouns, action), verb }
  );
}

/** Where the verb is: first, or last, or anywhere; a verb that is not known is beside the name of a type. */
function placeOfVerb(model: Model, words: readonly string[]): number {
  const last = words.length - 1;
  const [opens, closes] = [actionOf(words[0]) !== undefined, actionOf(words[last]) !== undefined];
  // `linkCreate` creates a link.
  if (closes && (!opens || model.namedExactly(words.slice(0, last)))) return last;
  if (opens) return 0;
  if (words.length > 1 && model.namedExactly(words.slice(1))) return 0;
  if (words.length > 1 && model.namedExactly(words.slice(0, -1))) return last;
  return Math.max(
    0,
    words.findIndex((word) => actionOf(word) !== undefined),
  );
}

/** `issueAddLabel`: what comes before the verb has what comes after it. */
function readBetween(
  model: Model,
  words: readonly string[],
  place: number,
  action: Action,
  verb: string,
): Intent | undefined {
  const subject = model.named(words.slice(0, place));
  if (subject === undefined) return undefined;
  const rest = words.slice(place + 1);
  const target = model.named(rest);
  const attribute = rest.join('');
  if (target && isJoining(action)) return { action: joining(action), subject, target, verb };
  return { action: listAction(model, subject, attribute, action), subject, attribute, verb };
}

/** `addDeviceToGroup`, `removeMemberFromGroup`, `addOwnerToGroup`. */
function readPreposition(model: Model, nouns: readonly string[], action: Action, verb: string): Intent | undefined {
  const at = nouns.findIndex((word) => prepositions.test(word));
  if (at <= 0) return undefined;
  const attribute = nouns.slice(0, at).join('');
  const owner = model.named(nouns.slice(at + 1));
  const item = model.named(nouns.slice(0, at)) ?? (owner && itemOfList(model, owner, attribute));
  if (item && owner && action !== 'update')
    return { action: joining(action), subject: item, target: owner, attribute, verb };
  if (item) return { action, subject: item, attribute: nouns.slice(at + 1).join(''), verb };
  return owner && { action: listAction(model, owner, attribute, action), subject: owner, attribute, verb };
}

/** `addGroupMember(groupId:, memberId:)`: both exist, so they are joined. */
function readPair(
  model: Model,
  field: Field,
  nouns: readonly string[],
  action: Action,
  verb: string,
): Intent | undefined {
  for (let end = 1; end < nouns.length && isJoining(action); end += 1) {
    const [owner, item] = [model.named(nouns.slice(0, end)), model.named(nouns.slice(end))];
    if (owner && item && takesId(model, field, owner) && takesId(model, field, item))
      return { action: joining(action), subject: item, target: owner, verb };
  }
  return undefined;
}

function readSubject(
  model: Model,
  parent: GraphQLObjectType,
  field: Field,
  nouns: readonly string[],
  action: Action,
): Omit<Intent, 'verb'> {
  const returned = returnedType(model, field);
  if (nouns.length === 0) {
    const around = wordsOf(parent.name).filter((word) => !namespaceWords.test(word));
    return { action, subject: model.named(around) ?? returned };
  }
  const whole = model.namedExactly(nouns);
  if (whole) return { action, subject: whole };
  // `setDeviceStatus`: a type, then one of its fields, or a state.
  for (let end = nouns.length - 1; end > 0; end -= 1) {
    const type = model.named(nouns.slice(0, end));
    const attribute = nouns.slice(end).join('');
    if (type && hasField(model, type, attribute))
      return { action: listAction(model, type, attribute, action), subject: type, attribute };
  }
  const named = model.named(nouns);
  if (named) return { action, subject: named };
  for (let end = nouns.length - 1; end > 0; end -= 1) {
    const type = model.named(nouns.slice(0, end));
    const attribute = nouns.slice(end).join('');
    if (type) return { action: listAction(model, type, attribute, action), subject: type, attribute };
  }
  // What the words don't name, the payload or an id does: an attribute of it.
  const attribute = nouns.join('');
  const around = model.named(wordsOf(parent.name).filter((word) => !namespaceWords.test(word)));
  const subject = around ?? ownerById(model, field) ?? returned;
  return { action: subject ? listAction(model, subject, attribute, action) : action, subject, attribute };
}

function isJoining(action: Action): boolean {
  return ['create', 'link', 'delete', 'unlink'].includes(action);
}

function joining(action: Action): Action {
  return action === 'delete' || action === 'unlink' ? 'unlink' : 'link';
}

/** `addDeviceTag` puts a value into a list of values; what has no such list is not created or deleted by a part of it. */
function listAction(model: Model, type: GraphQLCompositeType, attribute: string, action: Action): Action {
  if (action !== 'create' && action !== 'delete') return action;
  const isList = model
    .familiesOf(type)
    .some((family) =>
      [...model.fieldsOfFamily(family).values()].some(
        ({ definition, kind }) =>
          kind === 'value' &&
          isListType(getNullableType(definition.type)) &&
          (singulars(flatName(definition.name)).includes(attribute) || flatName(definition.name) === attribute),
      ),
    );
  if (isList) return action === 'create' ? 'insert' : 'extract';
  return 'state';
}

/** The type of the items in a list that is called so: `owners` of a group are members. */
function itemOfList(model: Model, type: GraphQLCompositeType, word: string): GraphQLCompositeType | undefined {
  return model
    .familiesOf(type)
    .flatMap((family) => [...model.fieldsOfFamily(family).values()])
    .find(({ kind, key }) => kind === 'references' && [word, `${word}s`].includes(flatName(key)))?.target;
}

/** The names of arguments, and of the fields of inputs. */
function inputNames(field: Field): readonly string[] {
  return field.args.flatMap((argument) => {
    const input = getNamedType(argument.type);
    return isInputObjectType(input) ? Object.keys(input.getFields()) : [argument.name];
  });
}

function takesId(model: Model, field: Field, type: GraphQLCompositeType): boolean {
  return inputNames(field).some((name) => {
    const words = idName(name)?.words;
    return words !== undefined && words.length > 0 && model.named(words) === type;
  });
}

/** The type of the first id that is asked for. */
function ownerById(model: Model, field: Field): GraphQLCompositeType | undefined {
  for (const name of inputNames(field)) {
    const words = idName(name)?.words ?? [];
    const type = words.length > 0 ? model.named(words) : undefined;
    if (type) return type;
  }
  return undefined;
}

function hasField(model: Model, type: GraphQLCompositeType, word: string): boolean {
  return model
    .familiesOf(type)
    .some((family) =>
      [...model.fieldsOfFamily(family)].some(([name, { key }]) =>
        [flatName(name), flatName(key), flatName(name).replace(/^is/, '')].includes(word),
      ),
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
