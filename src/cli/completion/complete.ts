import type { Argument, Command } from '../line/command.ts';
import { type Completed, type Option, type Options, writtenOption } from '../line/option.ts';
import { type ReadWords, readWords } from '../line/read-words.ts';
import { sharedOptions } from '../line/shared-options.ts';

/** A word that can be typed, and what it means. */
export interface Value {
  readonly value: string;
  readonly text?: string | undefined;
}

/** The words that a shell offers for a word. */
export interface Completion {
  readonly values: readonly Value[];
  /** Whether it offers files, too. */
  readonly files: boolean;
  /** Whether the word goes on after a value, so that no space follows it. */
  readonly open: boolean;
}

/** The words before the one that is completed. */
export type Before = Pick<ReadWords, 'words' | 'options'>;

/** Finds the values of one kind; `current` is the word so far, or its part that is completed. */
export type FindValues = (kind: Completed, before: Before, current: string) => Promise<readonly Value[]>;

const nothing: Completion = { values: [], files: false, open: false };

/**
 * Completes the last word of a command line from the declarations of the commands.
 *
 * @param words - The words after the program's name; the last one is what is typed so far, often empty.
 */
export async function complete(
  commands: readonly Command[],
  words: readonly string[],
  find: FindValues,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const isHelp = before[0] === 'help';
  let among = commands;
  let command: Command | undefined;
  let index = isHelp ? 1 : 0;
  for (; among.length > 0 && index < before.length; index++) {
    const found = among.find(({ name }) => name === before[index]);
    if (found === undefined) return nothing;
    command = found;
    among = found.commands;
  }
  if (among.length > 0) {
    const names = among.filter(({ hidden }) => !hidden).map(({ name, summary }) => ({ value: name, text: summary }));
    const flags = [{ value: '--help' }, ...(command === undefined && !isHelp ? [{ value: '--version' }] : [])];
    return { ...nothing, values: beginningWith(current, [...names, ...(current.startsWith('-') ? flags : [])]) };
  }
  return command === undefined || isHelp ? nothing : completeWord(command, before.slice(index), current, find);
}

async function completeWord(
  command: Command,
  line: readonly string[],
  current: string,
  find: FindValues,
): Promise<Completion> {
  const declared: Options = { ...command.options, ...sharedOptions };
  const { pending, greedy, isOver, ...before } = readWords(declared, line);
  const argument = command.arguments[before.words.length] ?? command.arguments.find(({ many }) => many);
  const optionNamed = (name: string | undefined) => (name === undefined ? undefined : declared[name]);
  const ofOption = (option: Option<unknown>, word: string) => valuesOf(kindOf(option), option, before, word, find);
  const ofArgument = () =>
    argument === undefined ? nothing : valuesOf(kindOf(argument), argument, before, current, find);

  if (isOver) return ofArgument();
  const wanted = optionNamed(pending);
  if (wanted !== undefined) return ofOption(wanted, current);
  const inline = /^(--[\w-]+=)(.*)$/s.exec(current);
  if (inline !== null) {
    const [, head = '', value = ''] = inline;
    const named = Object.entries(declared).find((entry) => `${writtenOption(...entry)}=` === head);
    if (named === undefined) return nothing;
    const found = await ofOption(named[1], value);
    return { ...found, values: found.values.map((it) => ({ ...it, value: head + it.value })) };
  }
  if (current.startsWith('-')) {
    const left = Object.entries(declared).filter(([name, { many }]) => many || !before.options.has(name));
    const flags = left.map(([name, option]) => ({ value: writtenOption(name, option), text: option.text }));
    return { ...nothing, values: beginningWith(current, flags) };
  }
  const more = optionNamed(greedy);
  return more === undefined ? ofArgument() : ofOption(more, current);
}

function kindOf(declared: Option<unknown> | Argument): Completed | undefined {
  if (declared.completes !== undefined) return declared.completes;
  return 'takes' in declared && /^<(?:file|folder|path)/.test(declared.takes ?? '') ? 'files' : undefined;
}

async function valuesOf(
  kind: Completed | undefined,
  { choices }: Pick<Argument, 'choices'> | Option<unknown>,
  before: Before,
  current: string,
  find: FindValues,
): Promise<Completion> {
  const offered = (values: readonly Value[]): Completion => ({ ...nothing, values: beginningWith(current, values) });
  if (choices !== undefined) return offered(choices.map((value) => ({ value })));
  if (kind === undefined) return nothing;
  if (kind === 'files') return { ...nothing, files: true };
  if (kind !== 'fields') {
    const open = kind === 'conditions' && !current.includes('=');
    return { ...offered(await find(kind, before, current)), files: kind === 'operations', open };
  }
  // Names between commas: the last one is completed, and none is offered twice.
  const head = current.slice(0, current.lastIndexOf(',') + 1);
  const named = head.split(',');
  const values = (await find(kind, before, current.slice(head.length))).filter(({ value }) => !named.includes(value));
  return { ...offered(values.map((it) => ({ ...it, value: head + it.value }))), open: true };
}

function beginningWith(start: string, values: readonly Value[]): readonly Value[] {
  return values.filter(({ value }) => value.startsWith(start));
}
