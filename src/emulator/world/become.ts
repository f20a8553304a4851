import { isEnumType } from 'graphql';
import type { Family, FieldSlot, Model } from './model.ts';
import { bare } from './names.ts';

/** One field that a verb sets. */
export interface Becoming {
  readonly slot: FieldSlot;
  /** The value; `now` for a moment. */
  readonly value: unknown;
  readonly now?: boolean;
}

/**
 * What the verb of a mutation makes of an object: `archiveDevice` sets `archived` or `isArchived` to true, `archivedAt` to
 * the present, and a status to `ARCHIVED`, whichever the type has. Empty if it has none.
 */
export function becoming(model: Model, family: Family, verb: string): readonly Becoming[] {
  const [yes, no] = [formsOf(verb), formsOf(opposite(verb) ?? '')];
  const found: Becoming[] = [];
  const keys = new Set<string>();
  for (const slot of model.slotsOf(family).values()) {
    if (slot.kind !== 'value' || slot.leaf === undefined || keys.has(slot.key)) continue;
    const word = bare(slot.field.name).replace(/^(?:is|has)/, '');
    const moment = /^(.*)(?:at|on|date)$/.exec(word)?.[1];
    if (slot.leaf.name === 'Boolean') {
      if (yes.has(word)) found.push({ slot, value: true });
      else if (no.has(word)) found.push({ slot, value: false });
    } else if (moment !== undefined && yes.has(moment)) found.push({ slot, value: null, now: true });
    else if (moment !== undefined && no.has(moment)) found.push({ slot, value: null });
    else if (isEnumType(slot.leaf)) {
      const value = slot.leaf.getValues().find(({ name }) => yes.has(bare(name)));
      if (value) found.push({ slot, value: value.value });
    }
    if (found.at(-1)?.slot === slot) keys.add(slot.key);
  }
  return found;
}

/** The words that say that something was done: `archived`, `archive`; `active` for `activate`. */
function formsOf(verb: string): ReadonlySet<string> {
  if (verb === '') return new Set();
  const forms = [verb];
  if (verb.endsWith('e')) forms.push(`${verb}d`);
  else if (/[^aeiou]y$/.test(verb)) forms.push(`${verb.slice(0, -1)}ied`);
  else forms.push(`${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`);
  if (verb.endsWith('ate')) forms.push(`${verb.slice(0, -3)}e`);
  if (/^re(?=[a-z]{4})/.test(verb)) forms.push(verb.slice(2));
  return new Set(forms);
}

function opposite(verb: string): string | undefined {
  const known: Readonly<Record<string, string>> = {
    enable: 'disable',
    disable: 'enable',
    resume: 'pause',
    reopen: 'close',
    open: 'close',
    activate: 'deactivate',
    restore: 'archive',
    unblock: 'block',
  };
  if (Object.hasOwn(known, verb)) return known[verb];
  return /^(?:un|dis|de)([a-z]{3,})$/.exec(verb)?.[1];
}
