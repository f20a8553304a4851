import { readFileSync, writeFileSync } from 'node:fs';

/** A fenced block of a document: its language, its other words, and the line of its first text. */
export interface Block {
  readonly language: string;
  readonly words: readonly string[];
  readonly line: number;
  readonly text: string;
}

/** A command line of a document, with its place. */
export interface CommandLine {
  readonly line: number;
  readonly text: string;
}

const fence = /^( *)```([^\n`]*)\n(.*?)^ *```$/gms;

/** The fenced blocks of a document, indented ones included. */
export function blocksOf(file: string): readonly Block[] {
  const blocks: Block[] = [];
  const text = readFileSync(file, 'utf8');
  for (const match of text.matchAll(fence)) {
    const [, indent = '', info = '', body = ''] = match;
    const [language = '', ...words] = info.trim().split(/\s+/);
    const line = text.slice(0, match.index).split('\n').length + 1;
    blocks.push({ language, words, line, text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), '') });
  }
  return blocks;
}

/** The `text output` block after a block, which shows its output. */
export function outputAfter(page: string, { line, text }: Block): string | undefined {
  const at = line + text.split('\n').length + 2;
  return blocksOf(page).find((next) => next.words.includes('output') && next.line === at)?.text;
}

/** Corrects that output in the page. */
export function writeOutput(page: string, block: Block, printed: string): void {
  const shown = (output = '') => `${block.text}\`\`\`\n\n\`\`\`text output\n${output}`;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(shown(outputAfter(page, block)), () => shown(printed)),
  );
}

/** The command lines of a document: those of `sh` blocks, and those in its sentences. */
export function commandLinesOf(file: string): readonly CommandLine[] {
  const inBlocks = blocksOf(file)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ line, text }) => text.split('\n').map((one, index) => ({ line: line + index, text: one })));
  const sentences = readFileSync(file, 'utf8').replaceAll(fence, (block) => block.replaceAll(/[^\n]/g, ''));
  const inSentences = sentences.split('\n').flatMap((one, index) =>
    [...one.matchAll(/`((?:npx )?control-api(?:-sdk)? [^`]+|npm i[^`]+)`/g)].map(([, text = '']) => ({
      line: index + 1,
      text,
    })),
  );
  return [...inBlocks, ...inSentences].filter(({ text }) => text.trim() !== '');
}

/** The simple commands of a shell line as lists of words, without quotes, comments and redirections. */
export function commandsOf(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  const words = line.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word.startsWith('#')) break;
    if (/^(&&|\|\|?|;|&)$/.test(word)) commands.push([]);
    else if (/^\d?[<>]+$/.test(word)) index += 1;
    else if (!(commands.at(-1)?.length === 0 && /^(\w+=.*|\$)$/.test(word)))
      commands.at(-1)?.push(word.replace(/^(['"])(.*)\1$/s, '$2'));
  }
  return commands.filter((words) => words.length > 0);
}
