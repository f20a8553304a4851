// The CPU time of scrubbing beside JSON.parse of the same text: npm run redact [-- --check] (in `evidence/bench`).
// Both take turns in one process, because a busy machine slows both. Figures are medians. The second table has the most that the
// `errors` of a hostile answer cost, for each kind of text, as 64 MiB in one text, in texts of 1,000 characters and in one of 1 or 4 MiB.
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const budgets = JSON.parse(readFileSync(new URL('./budgets.json', import.meta.url), 'utf8'));
const out = `${root}.tmp/bench-redact/`;
mkdirSync(out, { recursive: true });
const bundler = `${root}node_modules/.bin/rolldown`;
execFileSync(bundler, ['src/redaction/redact.ts', '-o', `${out}redact.mjs`], { cwd: root, stdio: 'ignore' });
const { createRedactor } = await import(`${out}redact.mjs`);

const KEY = `sk_live_${randomBytes(24).toString('base64url')}`;
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
// The garbage of earlier texts is collected first.
const cpuMs = (run) => {
  gc();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const devices = (count) =>
  Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    name: `Device ${at} in the north hall`,
    createdAt: new Date(1.7e12 + at * 1e5).toISOString(),
    updatedAt: new Date(1.71e12 + at * 1e5).toISOString(),
    online: at % 2 === 0,
    serialNumber: `SN-${100_000 + at}`,
    firmware: '1.2.3',
    location: { latitude: 52.1 + at / 1e5, longitude: 4.2 + at / 1e5, floor: at % 12 },
    tags: ['indoor', 'production'],
  }));
const text = JSON.stringify({ data: { team: { devices: devices(80_000) } } });
const value = JSON.parse(text);
const redactor = createRedactor([KEY]);
const nothing = createRedactor([]);
const rounds = { parse: [], scrub: [], copy: [], ratio: [] };
for (let round = -2; round < 9; round++) {
  const parse = cpuMs(() => JSON.parse(text));
  const scrub = cpuMs(() => redactor.json(value));
  const copy = cpuMs(() => nothing.json(value));
  if (round >= 0) {
    for (const [name, it] of Object.entries({ parse, scrub, copy, ratio: scrub / parse })) rounds[name].push(it);
  }
}
const ratio = median(rounds.ratio);
console.log(`${(text.length / 1e6).toFixed(1)} MB of devices, Node ${process.version}, CPU time
| what | ms | of JSON.parse |
|---|---|---|
| JSON.parse | ${median(rounds.parse).toFixed(0)} | 1 |
| a copy, no key known | ${median(rounds.copy).toFixed(0)} | ${(median(rounds.copy) / median(rounds.parse)).toFixed(2)} |
| a scrubbed copy | ${median(rounds.scrub).toFixed(0)} | ${ratio.toFixed(2)} |
`);

const base64 = (it) => Buffer.from(it).toString('base64');
const pieces = {
  'one letter': 'x',
  'one digit': '0',
  'one capital': 'A',
  'digits and commas': '1,',
  'digits and spaces': '1 ',
  prose: 'the quick brown fox jumps over the lazy dog, again. ',
  'JSON in a string': JSON.stringify(JSON.stringify(devices(20))),
  backslashes: '\\',
  'percent signs': '%25',
  'stacked escapes': '\\\\%2525=3D3D&amp;#38;',
  'equals signs': '=',
  'base64 of text': base64('never the key, always text '),
  'base64 of base64': base64(base64('never the key, always text! ')),
  'random base64': randomBytes(3e5).toString('base64'),
  'random hexadecimal': randomBytes(3e5).toString('hex'),
  'decimal bytes': '65, 66, 67, ',
  'beginnings of the key': KEY.slice(0, 11),
};
const SIZE = 2 ** 26;
console.log(
  '| 64 MiB of | seconds as one text | as texts of 1,000 characters | 1 MiB | 4 MiB |\n|---|---|---|---|---|',
);
const worst = { text: 0, list: 0 };
const tell = (kind, name, ...values) => {
  const seconds = values.map((it) => cpuMs(() => createRedactor([KEY]).json(it)) / 1000);
  worst[kind] = Math.max(worst[kind], ...seconds);
  console.log(`| ${name} | ${seconds.map((it) => it.toFixed(2)).join(' | ')} |`);
};
for (const [name, piece] of Object.entries(pieces)) {
  const text = Buffer.from(piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE)).toString();
  const texts = Array.from({ length: SIZE / 1000 }, (_, at) => text.slice(at * 1000, at * 1000 + 1000));
  const some = [2 ** 20, 2 ** 22].map((size) => [{ message: text.slice(0, size) }]);
  tell('text', name, [{ message: text }], [{ message: '', path: texts }], ...some);
}
tell('list', 'empty lists', JSON.parse(`[${'[],'.repeat(SIZE / 3 - 1)}[]]`));
tell('list', 'empty objects', JSON.parse(`[${'{},'.repeat(SIZE / 3 - 1)}{}]`));
tell('list', 'numbers', JSON.parse(`[${'99,'.repeat(SIZE / 3 - 1)}99]`));

if (process.argv.includes('--check')) {
  const isOver = (kind) => (1000 * worst[kind]) / median(rounds.parse) > budgets.hostile[kind];
  const over = ratio > budgets.ofJsonParse || isOver('text') || isOver('list');
  console.log(`\n${over ? 'over' : 'within'} the budgets: ${JSON.stringify(budgets)}`);
  process.exitCode = over ? 1 : 0;
}
