import { expect, test } from 'vitest';
import { newFaults, readFaults } from '../../../src/drift/code/code-fault.ts';
import type { CodePlace } from '../../../src/drift/model/code-check.ts';

const fault = (text: string): CodePlace => {
  const [file = '', line, column, code, message = ''] = text.split(' ');
  return { file, line: Number(line), column: Number(column), code: Number(code), message };
};
const isGenerated = (path: string): boolean => path === 'generated.ts';

test.for([
  ['one that was there', ['a.ts 1 2 3 x'], ['a.ts 1 2 3 x'], []],
  ['one that is gone', ['a.ts 1 2 3 x'], [], []],
  ['one that was there once and is there three times', ['a.ts 1 2 3 x'], Array(3).fill('a.ts 1 2 3 x'), [1, 2]],
  ['one that was there twice', ['a.ts 1 2 3 x', 'a.ts 1 2 3 x'], ['a.ts 1 2 3 x', 'a.ts 1 2 3 x'], []],
  ['one on another line', ['a.ts 1 2 3 x'], ['a.ts 2 2 3 x'], [0]],
  ['one in another column', ['a.ts 1 2 3 x'], ['a.ts 1 3 3 x'], [0]],
  ['one with another code', ['a.ts 1 2 3 x'], ['a.ts 1 2 4 x'], [0]],
  ['one about another name', ["a.ts 1 2 3 Property'a'of'{a:A}'"], ["a.ts 1 2 3 Property'b'of'{a:A}'"], [0]],
  [
    'one whose text quotes what changed',
    ["a.ts 1 2 3 Property'a'of'{b:B}'"],
    ["a.ts 1 2 3 Property'a'of'{b:B|C}'"],
    [],
  ],
  ['one whose text names a type that has more now', ["a.ts 1 2 3 Type'A'"], ["a.ts 1 2 3 Type'A|null'"], []],
  ['one in another file', ['a.ts 1 2 3 x'], ['b.ts 1 2 3 x'], [0]],
  ['one that moved in a generated file', ['generated.ts 1 2 3 x'], ['generated.ts 9 9 3 x'], []],
  [
    'two where a generated file had one',
    ['generated.ts 1 2 3 x'],
    ['generated.ts 9 9 3 x', 'generated.ts 1 2 3 x'],
    [1],
  ],
  ['another one in a generated file', ["generated.ts 1 2 3 'x'"], ["generated.ts 1 2 3 'y'"], [0]],
] as const)('which errors are new: %s', ([_what, before, after, expected]) => {
  const found = after.map(fault);
  expect(newFaults(before.map(fault), found, isGenerated)).toEqual(expected.map((index) => found[index]));
});

const colour = (text: string): string => `\u001b[96m${text}\u001b[0m`;

test.for([
  ['of `tsc`', 'src/a.ts(3,14): error TS18047: Possibly null.', [['/p/src/a.ts', 3, 14, 18047, 'Possibly null.']]],
  [
    'with lines that say why',
    'a.ts(1,2): error TS2322: A.\r\n  B.\r\n    C.\r\nb.ts(3,4): error TS1: D.',
    [
      ['/p/a.ts', 1, 2, 2322, 'A.\n  B.\n    C.'],
      ['/p/b.ts', 3, 4, 1, 'D.'],
    ],
  ],
  ['with parentheses in a path', 'src/(app)/a.ts(1,2): error TS1: A.', [['/p/src/(app)/a.ts', 1, 2, 1, 'A.']]],
  [
    'for a terminal, with the line and what it is related to',
    `${colour('a.ts')}:${colour('1')}:${colour('2')} - ${colour('error')}${colour(' TS2322: ')}A.\n  B.\n\n1 x = 1\n  ~\n\n  ${colour('a.ts')}:9:9\n    9 y\n      ~\n    Declared here.\n\nFound 1 error in a.ts:1\n`,
    [['/p/a.ts', 1, 2, 2322, 'A.\n  B.']],
  ],
  [
    'of `svelte-check`',
    '====\n/p/a.svelte:3:9\nError: A.\n  B. (ts)\n\n/p/b.ts:1:14\nError: C. \n\n/p/c.svelte:5:1\nWarn: D. (svelte)\n====\nfound 2 errors',
    [
      ['/p/a.svelte', 3, 9, undefined, 'A.\n  B.'],
      ['/p/b.ts', 1, 14, undefined, 'C.'],
    ],
  ],
  ['of `astro check`', 'src/a.astro:3:5 - error ts(2322): A.', [['/p/src/a.astro', 3, 5, 2322, 'A.']]],
  [
    'among other words',
    '> typecheck\n> tsc\n\n  indented\na.ts(1,2): error TS1: A.\na.ts(3,4): warning TS2: B.\nFound 1 error.\n',
    [['/p/a.ts', 1, 2, 1, 'A.']],
  ],
] as const)('what a checker prints is read: %s', ([_what, text, expected]) => {
  const found = readFaults(text, (path) => [path.startsWith('/') ? path : `/p/${path}`]);
  expect(found.map(({ file, line, column, code, message }) => [file, line, column, code, message])).toEqual(expected);
});
