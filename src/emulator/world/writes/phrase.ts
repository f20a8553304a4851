import type { GraphQLObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import type { Model } from '../model/model.ts';
import { kindOf, type VerbKind } from './verbs.ts';

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

/** The longest name of a type that begins at a word, and where it ends. */
function typeAt(model: Model, words: readonly string[], start: number) {
  for (let end = words.length; end > start; end -= 1) {
    const type = model.namedExactly(words.slice(start, end));
    if (type) return { types: model.storedOf(type), end };
  }
  return undefined;
}
