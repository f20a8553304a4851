/** The effect of a mutation, as far as its name says it. */
export type Action =
  | 'create'
  | 'update'
  | 'upsert'
  | 'delete'
  | 'link'
  | 'unlink'
  | 'toggle'
  /** Makes a state hold, such as `archived`. */
  | 'state';

const verbs: Readonly<Record<string, Action>> = {
  ...each('create add insert register new make enroll provision invite onboard', 'create'),
  ...each('update edit set modify change patch configure alter adjust rename', 'update'),
  ...each('upsert save put', 'upsert'),
  ...each('delete remove destroy unregister deregister drop erase purge discard', 'delete'),
  ...each('assign attach link connect move transfer', 'link'),
  ...each('unassign detach unlink disconnect', 'unlink'),
  ...each('toggle switch flip', 'toggle'),
};

function each(words: string, action: Action): Record<string, Action> {
  return Object.fromEntries(words.split(' ').map((word) => [word, action]));
}

/** The action that a word is; undefined if it is none that is known. */
export function actionOf(word: string | undefined): Action | undefined {
  return word !== undefined && Object.hasOwn(verbs, word) ? verbs[word] : undefined;
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

/** The words that say that a verb's action was done: `archived`, `active` for `activate`, `reboot` as `rebooted`. */
export function statesOfVerb(verb: string): readonly string[] {
  const forms = [verb];
  if (verb.endsWith('e')) forms.push(`${verb}d`);
  else if (/[^aeiou]y$/.test(verb)) forms.push(`${verb.slice(0, -1)}ied`);
  else forms.push(`${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`);
  if (verb.endsWith('ate')) forms.push(`${verb.slice(0, -3)}e`);
  return [...forms, ...(results[verb] ?? []), `${verb.replace(/e$/, '')}ing`];
}
