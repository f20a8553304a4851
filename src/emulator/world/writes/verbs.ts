/** What a verb does; one that is none of these may name a state. */
export type VerbKind = 'create' | 'delete' | 'set' | 'join' | 'part';

const kinds: readonly (readonly [kind: VerbKind, words: RegExp])[] = [
  ['create', /^(?:create|add|insert|register|new)$/],
  ['delete', /^(?:delete|remove|destroy)$/],
  ['set', /^(?:update|set|edit|change|modify|patch|configure|rename|move|transfer|scale|resize|mark)$/],
  ['join', /^(?:assign|attach|link|connect)$/],
  ['part', /^(?:unassign|detach|unlink|disconnect)$/],
];

export function kindOf(word = ''): VerbKind | undefined {
  return kinds.find(([, words]) => words.test(word))?.[0];
}

/** Participles that no rule of spelling makes. */
const irregular: Readonly<Record<string, readonly string[]>> = {
  pay: ['paid'],
  send: ['sent'],
  start: ['started', 'running'],
  reopen: ['reopened', 'open'],
  open: ['opened', 'open'],
};

/** The words of states that a verb makes: `archived` of `archive`, `active` of `activate`, else `rebooting` of `reboot`. */
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
