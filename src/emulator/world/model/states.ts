import { getNullableType, isEnumType, isListType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { flatName } from './names.ts';
import type { ModelField } from './shapes.ts';

/** The way a field shows a state: a true boolean, a set value, or an enum value. */
interface Shown {
  readonly field: ModelField;
  readonly role: 'flag' | 'moment' | 'value';
  readonly value?: unknown;
  /** Whether the field is set where the state does not hold: `disabledAt` beside `isEnabled`. */
  readonly isDenied?: boolean;
}

/** One state that several fields show: `isArchived`, `archivedAt`, `archivedBy` and `status: ARCHIVED`. */
export interface State {
  readonly word: string;
  readonly shows: Shown[];
}

/** The effect of a verb on states: it makes the first one hold, or ends all of them. */
export interface Move {
  readonly words: readonly string[];
  readonly holds: boolean;
}

interface Facts {
  readonly decided?: ReadonlyMap<string, boolean>;
  /** The value written by fixtures or mutations; undefined if unwritten. */
  readonly written: (field: ModelField) => unknown;
  /** The value of a field without regard to states. */
  readonly own: (field: ModelField) => unknown;
  /** Whether a state holds that no value decides. */
  readonly holds: (word: string) => boolean;
}

/** Opposites without a prefix such as `un…`. */
const denials: Readonly<Record<string, readonly string[]>> = {
  resumed: ['paused', 'suspended', 'stopped'],
  reopened: ['closed', 'resolved'],
  restored: ['deleted', 'archived'],
};
const synonyms: Readonly<Record<string, string>> = {
  activated: 'active',
  cancelled: 'canceled',
  opened: 'open',
  able: 'enabled',
  abled: 'enabled',
};

/** Moments of steps in time, such as `createdAt`, are no states. */
const steps = /^(?:creat|updat|modifi|chang|join|add|start|receiv|request|schedul|sync|issued|installed|last|first)/;

/** The states that the fields of a type show. Here they agree. */
export class States {
  readonly all: Map<string, State> = new Map();
  readonly fields: readonly ModelField[];
  readonly #byKey = new Map<string, readonly (Shown & { readonly word: string })[]>();

  constructor(fields: readonly ModelField[]) {
    const single = fields.filter(({ definition }) => !isListType(getNullableType(definition.type)));
    for (const field of single) {
      const word = wordsOf(field.definition.name)
        .join('')
        .replace(/^(?:is|has|was)(?=.)/, '');
      if (field.kind === 'value' && field.leaf.name === 'Boolean') this.#show(word, { field, role: 'flag' });
    }
    const ranked = single.filter(({ leaf, kind }) => kind === 'value' && isEnumType(leaf));
    const rank = ({ key }: ModelField): number =>
      /(?:^|[a-z])(?:status|state|phase|stage)$/i.test(key) ? key.length : 100;
    for (const field of ranked.sort((one, other) => rank(one) - rank(other)))
      for (const { name, value } of isEnumType(field.leaf) ? field.leaf.getValues() : []) {
        const word = flatName(name);
        // A value of two enums is a state of the first.
        if (!this.all.get(word)?.shows.some(({ role }) => role === 'value'))
          this.#show(word, { field, role: 'value', value });
      }
    for (const field of single) {
      const words = wordsOf(field.definition.name);
      const [word, last = ''] = [words.slice(0, -1).join(''), words.at(-1)];
      if (!field.isNullable || word === '' || steps.test(word) || !/^(?:at|on|by|reason|note)$/.test(last)) continue;
      const known = this.find(word);
      if (known?.holds === false) known.state.shows.push({ field, role: 'moment', isDenied: true });
      else if (this.#named(word) || (last === 'at' && word.endsWith('ed'))) this.#show(word, { field, role: 'moment' });
    }
    for (const { word, shows } of this.all.values())
      for (const shown of shows) this.#byKey.set(shown.field.key, [...this.#shownBy(shown.field), { word, ...shown }]);
    this.fields = [...this.#byKey.values()].flatMap(([first]) => first?.field ?? []);
  }

  #named(word: string): State | undefined {
    return this.all.get(synonyms[word] ?? word);
  }

  #show(word: string, shown: Shown): void {
    const name = synonyms[word] ?? word;
    const state = this.all.get(name) ?? { word: name, shows: [] };
    this.all.set(name, state);
    state.shows.push(shown);
  }

  #shownBy({ key }: ModelField) {
    return this.#byKey.get(key) ?? [];
  }

  has({ key }: ModelField): boolean {
    return this.#byKey.has(key);
  }

  /** The state that a word names. It holds for `archived`, not for `unarchived`. */
  find(word: string): { readonly state: State; readonly holds: boolean } | undefined {
    const own = this.#named(word);
    const [denied] = own ? [] : this.#deniedBy(word);
    return own ? { state: own, holds: true } : denied && { state: denied, holds: false };
  }

  /** The states that a verb with these participles moves: the one of that name, else all whose opposite it is. */
  moved(participles: readonly string[]): Move | undefined {
    const [own] = participles.flatMap((word) => this.#named(word) ?? []);
    const [denied = []] = participles.map((word) => this.#deniedBy(word)).filter(({ length }) => length > 0);
    const words = (own ? [own] : denied).map(({ word }) => word);
    return words.length === 0 ? undefined : { words, holds: own !== undefined };
  }

  areExclusive(words: readonly string[]): boolean {
    const [first, ...others] = words.map((word) => this.all.get(word)?.shows.find(({ role }) => role === 'value'));
    return others.every((each) => each !== undefined && each.field === first?.field);
  }

  #deniedBy(word: string) {
    const denied = /^(?:un|de|dis|not)(.+)$/.exec(word)?.[1] ?? '';
    const names = [...(denials[word] ?? []), synonyms[denied] ?? denied];
    return names.flatMap((name) => this.all.get(name) ?? []);
  }

  /** The state of deleted objects that can be restored; undefined if deletion is final. */
  get gone(): State | undefined {
    const state = this.all.get('deleted') ?? this.all.get('removed');
    return state?.shows.some(({ role }) => role !== 'value') ? state : undefined;
  }

  /** Consistent values of all state fields. Written values decide first, then enums, then chance. */
  settle({ decided = new Map(), written, own, holds }: Facts): ReadonlyMap<string, unknown> {
    const truth = new Map(decided);
    const values = new Map<string, unknown>();
    const set = (field: ModelField, value: unknown): void => {
      values.set(field.key, value);
      for (const { word, role, value: named, isDenied = false } of this.#shownBy(field)) {
        const isShown = role === 'flag' ? value === true : role === 'value' ? value === named : value !== null;
        if (!truth.has(word)) truth.set(word, isShown !== isDenied);
      }
    };
    for (const field of this.fields) {
      const value = written(field);
      if (value !== undefined) set(field, value);
    }
    for (const field of this.fields) {
      const shown = this.#shownBy(field);
      if (values.has(field.key) || !isEnumType(field.leaf)) continue;
      const agrees = (value: unknown): boolean =>
        shown.every(({ word, value: named }) => !truth.has(word) || truth.get(word) === (value === named));
      const named = shown.find(({ word }) => truth.get(word) === true)?.value;
      const all = [named, own(field), firstValue(field), ...shown.map(({ value }) => value)];
      set(field, all.find((value) => value !== undefined && agrees(value)) ?? own(field));
    }
    for (const field of this.fields) {
      if (values.has(field.key)) continue;
      const [shown] = this.#shownBy(field);
      const isTrue = shown ? (truth.get(shown.word) ?? holds(shown.word)) : false;
      if (shown && !truth.has(shown.word)) truth.set(shown.word, isTrue);
      if (shown?.role === 'flag') values.set(field.key, isTrue);
      else if (isTrue === (shown?.isDenied ?? false)) values.set(field.key, null);
      else if (field.kind === 'value') values.set(field.key, own(field));
    }
    return values;
  }
}

/** Initial states in order of preference, and states that follow the first value of an enum. */
const beginnings =
  'new draft pending created queued creating initializing waiting todo registered invited scheduled'.split(' ');
const continuations = /^(?:open|active|enabled|available|running)$/;

/** The initial value of an enum of states; undefined if no word says which. */
export function firstValue({ leaf }: ModelField): unknown {
  const values = isEnumType(leaf) ? leaf.getValues() : [];
  const known = beginnings.flatMap((word) => values.filter(({ name }) => flatName(name) === word))[0];
  const leads = values.some(({ name }) => continuations.test(flatName(name)));
  return (known ?? (leads ? values[0] : undefined))?.value;
}

/** Whether a state holds for a new object. */
export function holdsAtFirst(word: string): boolean {
  return /^(?:active|enabled|visible|available)$/.test(word);
}
