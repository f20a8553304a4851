import type { GraphQLObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import type { Model } from '../model/model.ts';

export interface Phrase {
  readonly verb: string;
  readonly kind: VerbKind | undefined;
  readonly nouns: readonly GraphQLObjectType[];
  readonly others: readonly string[];
}

const fillers = /^(?:to|into|from|in|on|of|for|with|by|as|the|bulk|many|ids?)$/;

/** Reads the name of a mutation: its verb comes first, as in `createDevice`, or last, as in `deviceCreate`. */
export function readPhrase(model: Model, name: string): Phrase {
  const words = wordsOf(name.replace(/^(?:bulk|batch)(?=[A-Z])/, ''));
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const isFirst =
    words.length === 1 ||
    kindOf(first) !== undefined ||
    typeAt(model, words, 0) === undefined ||
    typeAt(model, words, words.length - 1) !== undefined;
  const [verb, rest] = isFirst ? [first, words.slice(1)] : [last, words.slice(0, -1)];
  const nouns: GraphQLObjectType[] = [];
  const others: string[] = [];
  for (let at = 0; at < rest.length; ) {
    const found = typeAt(model, rest, at);
    const word = rest[at] ?? '';
    if (found) nouns.push(...found.types);
    else if (!fillers.test(word)) others.push(word);
    at = found?.end ?? at + 1;
  }
  return { verb, kind: kindOf(verb), nouns: [...new Set(nouns)], others };
}

function typeAt(model: Model, words: readonly string[], start: number) {
  for (let end = words.length; end > start; end -= 1) {
    const type = model.namedExactly(words.slice(start, end));
    if (type) return { types: model.storedOf(type), end };
  }
  return undefined;
}

/** The effect of a known verb. Another verb may name a state. */
type VerbKind = 'create' | 'delete' | 'set' | 'join' | 'part';

const kinds: readonly (readonly [kind: VerbKind, words: RegExp])[] = [
  ['create', /^(?:create|add|insert|register|new)$/],
  ['delete', /^(?:delete|remove|destroy)$/],
  ['set', /^(?:update|set|edit|change|modify|patch|configure|rename|move|transfer|scale|resize|mark)$/],
  ['join', /^(?:assign|attach|link|connect)$/],
  ['part', /^(?:unassign|detach|unlink|disconnect)$/],
];

function kindOf(word = ''): VerbKind | undefined {
  return kinds.find(([, words]) => words.test(word))?.[0];
}

const irregular: Readonly<Record<string, readonly string[]>> = {
  pay: ['paid'],
  send: ['sent'],
  start: ['started', 'running'],
  reopen: ['reopened', 'open'],
  open: ['opened', 'open'],
};

/** The states that a verb may lead to: `archived` for `archive`, `active` for `activate`, `rebooting` for `reboot`. */
export function statesOf(verb: string): readonly string[] {
  return [...pastOf(verb), `${verb.replace(/e$/, '')}ing`];
}

function pastOf(verb: string): readonly string[] {
  const known = irregular[verb];
  if (known) return known;
  if (verb.endsWith('ate')) return [`${verb}d`, `${verb.slice(0, -3)}e`];
  if (verb.endsWith('e')) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [`${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`];
}
