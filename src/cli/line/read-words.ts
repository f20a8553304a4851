import type { GivenOption } from '../../drift/report/command-line.ts';
import { type Options, writtenOption } from './option.ts';

/** The words after a command's name, read as far as they can be. */
export interface ReadWords {
  /** The arguments. */
  readonly words: readonly string[];
  /** The texts of the options, by their names in code. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** The options as they were written, in their order: what an option means may depend on the one before it. */
  readonly order: readonly GivenOption[];
  /** The options that are not declared, as they were written. */
  readonly unknown: readonly string[];
  /** Other mistakes, in sentences. */
  readonly mistakes: readonly string[];
}

/** Reads words by the options of a command. */
export function readWords(declared: Options, line: readonly string[]): ReadWords {
  const flags = new Map(Object.entries(declared).map((entry) => [writtenOption(...entry), entry] as const));
  const words: string[] = [];
  const options = new Map<string, readonly string[]>();
  const order: GivenOption[] = [];
  const unknown: string[] = [];
  const mistakes: string[] = [];
  const add = (name: string, text: string): void => {
    const option = writtenOption(name, declared[name] ?? {});
    order.push(text === '' ? { option } : { option, value: text });
    options.set(name, [...(options.get(name) ?? []), text]);
  };
  const lacksValue = (name: string): void => {
    const flag = writtenOption(name, declared[name] ?? {});
    mistakes.push(`\`${flag}\` needs a value: write ${flag} ${declared[name]?.takes}`);
  };
  let pending: string | undefined;
  let greedy: string | undefined;
  let isOver = false;
  for (const word of line) {
    const [flag = '', ...inline] = word.split('=');
    const found = flags.get(flag === '-h' ? '--help' : flag);
    if (pending !== undefined) {
      if (/^--?\w/.test(word)) lacksValue(pending);
      add(pending, word);
      pending = undefined;
    } else if (isOver || !/^-./.test(word)) {
      if (greedy === undefined) words.push(word);
      else add(greedy, word);
    } else if (word === '--') {
      isOver = true;
      greedy = undefined;
    } else if (found === undefined) unknown.push(flag);
    else {
      const [name, { takes, many, optional }] = found;
      greedy = many && takes?.endsWith('...>') ? name : undefined;
      if (takes === undefined && inline.length > 0) mistakes.push(`\`${flag}\` takes no value.`);
      if (takes !== undefined && !optional && inline.length === 0) pending = name;
      else add(name, inline.join('='));
    }
  }
  if (pending !== undefined) lacksValue(pending);
  return { words, options, order, unknown, mistakes };
}
