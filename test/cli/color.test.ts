import { expect, test } from 'vitest';
import { showsColor, styler } from '../../src/cli/terminal.ts';

test.each<[boolean, boolean, Readonly<Record<string, string>>]>([
  [true, true, {}],
  [false, false, {}],
  [false, true, { NO_COLOR: '1' }],
  [true, true, { NO_COLOR: '' }],
  [false, true, { TERM: 'dumb' }],
  [true, false, { FORCE_COLOR: '' }],
  [true, false, { FORCE_COLOR: '1' }],
  [true, false, { FORCE_COLOR: 'true' }],
  [true, false, { FORCE_COLOR: '3', NO_COLOR: '1' }],
  [false, true, { FORCE_COLOR: '0' }],
  [false, true, { FORCE_COLOR: 'false' }],
])('color is shown: %s, if a terminal is %s and the environment %j', (expected, isTTY, env) => {
  expect(showsColor({ isTTY }, env)).toBe(expected);
  const stdout = {
    isTTY,
    columns: undefined,
    isFile: false,
    write: () => {},
    writeCommands: () => {},
    drained: async () => {},
  };
  expect(styler({ stdout, env })('bold', 'text')).toBe(expected ? '\u001b[1mtext\u001b[22m' : 'text');
});
