/** The kinds of verbs; one that is not known here names a state. */
export type VerbKind = 'create' | 'upsert' | 'delete' | 'toggle' | 'set' | 'join' | 'copy' | 'state';

const verbs: readonly (readonly [kind: VerbKind, words: RegExp])[] = [
  ['create', /^(?:create|add|insert|register|new|make|enroll|provision|invite|onboard)$/],
  ['upsert', /^(?:upsert|save|put)$/],
  ['delete', /^(?:delete|remove|destroy|unregister|deregister|drop|erase|purge|discard)$/],
  ['toggle', /^toggle$/],
  ['set', /^(?:update|edit|set|modify|change|patch|configure|alter|adjust|rename|move|transfer)$/],
  ['copy', /^(?:clone|copy|duplicate|fork)$/],
  ['join', /^(?:(?:un)?(?:assign|link)|attach|detach|(?:dis)?connect)$/],
];

/** The kind of a verb; undefined if it is not known. */
export function kindOf(word = ''): VerbKind | undefined {
  return verbs.find(([, words]) => words.test(word))?.[0];
}

/** The states that verbs make, where their participle does not say it. */
const results: Readonly<Record<string, readonly string[]>> = {
  run: ['running'],
  resume: ['resumed', 'running'],
  start: ['running'],
  restart: ['restarting', 'running'],
  restore: ['unarchived', 'undeleted', 'active'],
  hide: ['hidden'],
  send: ['sent'],
  pay: ['paid'],
};

/** The words that say that a verb was done: `archived`, `active` for `activate`, `reboot` as `rebooted`. */
export function statesOfVerb(verb: string): readonly string[] {
  const forms = [verb];
  if (verb.endsWith('e')) forms.push(`${verb}d`);
  else if (/[^aeiou]y$/.test(verb)) forms.push(`${verb.slice(0, -1)}ied`);
  else forms.push(`${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`);
  if (verb.endsWith('ate')) forms.push(`${verb.slice(0, -3)}e`);
  return [...forms, ...(results[verb] ?? []), `${verb.replace(/e$/, '')}ing`];
}
