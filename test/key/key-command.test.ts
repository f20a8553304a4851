import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { keyCommand } from '../../src/key/key-command.ts';
import { readKeySource } from '../../src/key/key-source.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { messageOf } from '../helpers/message-of.ts';

const key = 'key-of-a-command-0123456789';
const folder = mkdtempSync(join(tmpdir(), 'control-api-command-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const script = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return `"${process.execPath}" '${file}'`;
};
const args = script('arguments.cjs', 'console.log(JSON.stringify(process.argv.slice(2)))');
const running = (line: string, timeout = 60_000) => keyCommand(line, timeout)();

describe('a command runs without a shell', () => {
  test.each([
    ['a  b\tc', ['a', 'b', 'c']],
    [`'a b' "c d" e'f g'h""`, ['a b', 'c d', 'ef gh']],
    [`"it's" '"'`, ["it's", '"']],
    [`''`, ['']],
    [String.raw`C:\secrets\new "D:\a b\c"`, [String.raw`C:\secrets\new`, String.raw`D:\a b\c`]],
    ['$HOME ~ * `id` $(id) ; && | > #', ['$HOME', '~', '*', '`id`', '$(id)', ';', '&&', '|', '>', '#']],
  ])('its words are split at spaces, but for those in quotes, and nothing is expanded: %s', async (line, words) => {
    expect(JSON.parse(await running(`${args} ${line}`))).toEqual(words);
  });

  test.each([`op read "x`, `pass show it's`, `a 'b" c`])('a quote that is not closed is refused: %s', (line) => {
    expect(messageOf(() => keyCommand(line, 1))).toBe(
      'The command in CONTROL_API_KEY_COMMAND has a quote that is not closed.',
    );
  });

  test.each(['!', '""', '! '])('one that names no program is refused: %j', (line) => {
    expect(messageOf(() => keyCommand(line, 1))).toBe('The command in CONTROL_API_KEY_COMMAND names no program.');
  });

  test('unless it begins with `!`', async () => {
    expect(await running(`! printf '%s\\n' ${key} more | head -n 1`)).toBe(key);
    expect(await running(`!X=${key}; echo "$X"`)).toBe(key);
  });

  test('what reads its standard input finds none', async () => {
    expect(await running(script('stdin.cjs', `process.stdin.on('end', () => console.log('${key}')).resume()`))).toBe(
      key,
    );
  });
});

describe('what it prints', () => {
  test.each([`${key}\\n`, `${key}\\r\\n`, key, `${key}\\n\\n`])('is the key: %s', async (text) => {
    expect(await running(script('prints.cjs', `process.stdout.write('${text}')`))).toBe(key);
  });

  let failing = 0;
  const fails = (how: string) =>
    script(`fails-${++failing}.cjs`, `console.error('${key}'); console.log('${key}'); ${how}`);
  const it = 'The command in CONTROL_API_KEY_COMMAND';

  test.each([
    ['fails', fails('process.exitCode = 3'), `${it} failed (exit code 3). Run it in a terminal to see why.`],
    [
      'is killed',
      fails(`process.kill(process.pid, 'SIGKILL')`),
      `${it} failed (SIGKILL). Run it in a terminal to see why.`,
    ],
    ['prints nothing', script('silent.cjs', ''), `${it} printed nothing. It must print the key alone.`],
    [
      'prints several lines',
      fails(`console.log('url: x')`),
      `${it} printed several lines. It must print the key alone.`,
    ],
    [
      'is not found',
      key,
      `${it} could not be run (ENOENT). Check its program; the key itself belongs in CONTROL_API_KEY.`,
    ],
    [
      'may not be run',
      join(folder, 'silent.cjs'),
      `${it} could not be run (EACCES). Check its program; the key itself belongs in CONTROL_API_KEY.`,
    ],
    [
      'prints without end',
      script('endless.cjs', `const more = () => process.stdout.write('x'.repeat(65536), more); more();`),
      `${it} could not be run (ERR_CHILD_PROCESS_STDIO_MAXBUFFER). Check its program; the key itself belongs in CONTROL_API_KEY.`,
    ],
  ])('is no part of the error, where it %s', async (_what, line, message) => {
    const error: unknown = await running(line).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'configuration', message });
    expect(whereRevealed(error, key)).toEqual([]);
  });

  test('late is not waited for', async () => {
    await expect(running(script('hangs.cjs', 'setInterval(() => {}, 1000)'), 50)).rejects.toMatchObject({
      message: 'The command in CONTROL_API_KEY_COMMAND did not end within 50 ms. Check what it waits for.',
    });
  });

  test('on standard error passes on to a terminal alone', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const asks = script('asks.cjs', `console.error('Touch your token'); console.log('${key}')`);
    const isTTY = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
    try {
      Object.defineProperty(process.stderr, 'isTTY', { value: false, configurable: true });
      expect(await running(asks)).toBe(key);
      expect(write).not.toHaveBeenCalled();
      Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true });
      expect(await running(asks)).toBe(key);
      expect(String(write.mock.calls)).toContain('Touch your token');
    } finally {
      if (isTTY) Object.defineProperty(process.stderr, 'isTTY', isTTY);
      else Reflect.deleteProperty(process.stderr, 'isTTY');
    }
  });
});

describe('the key of a command', () => {
  /** A command that prints another key each time, and counts in a file how often it ran. */
  const counting = () => {
    const file = join(folder, `count-${Math.random()}`);
    writeFileSync(file, '');
    const line = script(
      'counts.cjs',
      `const fs = require('fs'); const file = process.argv[2]; fs.appendFileSync(file, '.'); console.log('key-number-' + fs.readFileSync(file, 'utf8').length)`,
    );
    return { CONTROL_API_KEY_COMMAND: `${line} ${file}` };
  };
  const source = (env: Record<string, string>) =>
    readKeySource(
      undefined,
      env,
      () => {},
      () => false,
      60_000,
    );
  const textOf = async (asked: unknown) => (await (asked as Promise<{ authorization(): string }>)).authorization();

  test('is asked for at the first call, once for all who wait, and again where the service refused it', async () => {
    const ask = source(counting());
    const [first, second] = [ask(), ask()];
    expect(await textOf(first)).toBe('Bearer key-number-1');
    expect(await textOf(second)).toBe('Bearer key-number-1');
    const known = await ask();
    expect(await textOf(ask())).toBe('Bearer key-number-1');
    const again = [ask(known), ask(known)];
    expect(await Promise.all(again.map(textOf))).toEqual(['Bearer key-number-2', 'Bearer key-number-2']);
    // That the old key was refused says nothing of the new one.
    expect(await textOf(ask(known))).toBe('Bearer key-number-2');
  });

  test('comes after the variable and the file', async () => {
    const env = counting();
    expect(await textOf(source({ ...env, CONTROL_API_KEY: key })())).toBe(`Bearer ${key}`);
    const file = join(folder, 'key');
    writeFileSync(file, `${key}-file`);
    expect(await textOf(source({ ...env, CONTROL_API_KEY_FILE: file })())).toBe(`Bearer ${key}-file`);
    expect(await textOf(source({ ...env, CONTROL_API_KEY_FILE: '' })())).toBe('Bearer key-number-1');
  });

  test('is checked like any other', async () => {
    const env = { CONTROL_API_KEY_COMMAND: script('bearer.cjs', `console.log('Bearer ${key}')`) };
    await expect(source(env)()).rejects.toThrow(/^The API key \(from CONTROL_API_KEY_COMMAND\) begins with "Bearer "/);
  });

  test('that failed is asked for anew by the next call', async () => {
    const file = join(folder, 'late-key');
    const ask = source({ CONTROL_API_KEY_COMMAND: `"${process.execPath}" -p "fs.readFileSync('${file}', 'utf8')"` });
    await expect(ask()).rejects.toThrow(/exit code 1/);
    writeFileSync(file, key);
    expect(await textOf(ask())).toBe(`Bearer ${key}`);
  });

  test('reaches the server, and is replaced when that refuses it', async () => {
    const seen: (string | undefined)[] = [];
    const server = http.createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.statusCode = headers.authorization === 'Bearer key-number-2' ? 200 : 401;
      response.end('{"data":{"team":null}}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    for (const name of ['CONTROL_API_KEY', 'CONTROL_API_KEY_FILE']) vi.stubEnv(name, undefined);
    vi.stubEnv('CONTROL_API_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv('CONTROL_API_KEY_COMMAND', counting().CONTROL_API_KEY_COMMAND);
    await using client = createControlClient();
    vi.unstubAllEnvs();
    expect(await client.request('{ team { id } }')).toEqual({ team: null });
    expect(seen).toEqual(['Bearer key-number-1', 'Bearer key-number-2']);
    server.close();
  });
});
