import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from './helpers/markdown.ts';
import { housePicture } from './house-picture.ts';

const source = join(import.meta.dirname, '../src');

/** Each room, a folder of `src/` or a file directly in it, from the top down. A room imports only rooms below it. */
const floors: readonly (readonly string[])[] = [
  ['cli/commands'],
  ['cli/check', 'cli/calls', 'cli/init'],
  ['cli'],
  ['testing', 'codegen', 'drift/watch'],
  ['drift'],
  ['emulator', 'operations'],
  ['drift/report', 'drift/compare', 'drift/code', 'codegen/output', 'emulator/world', 'emulator/http'],
  ['drift/model', 'emulator/world/writes'],
  ['graphql/selections', 'graphql/introspection', 'emulator/world/reads'],
  ['emulator/world/objects'],
  ['emulator/world/values'],
  ['emulator/world/model'],
  ['graphql'],
  ['graphql/files'],
  ['index'],
  ['client'],
  ['call'],
  ['paging'],
  ['call/options', 'generated'],
  ['call/events'],
  ['call/judge'],
  ['call/exchange'],
  ['call/time', 'key', 'browser'],
  ['call/document', 'transport', 'redaction', 'paging/proof'],
  ['errors'],
  ['base'],
];

/** The runtime is one bundle. A tool imports its entry, as an integrator does, and so shares its classes. */
const runtime = (room: string): boolean =>
  ['client', 'paging', 'call', 'key', 'browser', 'transport', 'errors', 'generated'].includes(
    room.split('/')[0] ?? '',
  ) && room !== 'paging/proof';

const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));

function roomOf(file: string): string {
  const folder = dirname(file);
  return folder === '.' ? file.replace(/\.ts$/, '') : folder;
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly line: string;
}

/** Every import: static, dynamic, and of types. */
function allImports(): readonly { readonly file: string; readonly target: string }[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import|import\()\s*'(\.{1,2}\/[^']+\.ts)'/g)].map(
      ([, it]) => it ?? '',
    );
    return specifiers.map((specifier) => ({
      file,
      target: relative(source, join(source, dirname(file), specifier)),
    }));
  });
}

const everyImport = allImports();

const imports = everyImport.flatMap(({ file, target }): readonly Import[] => {
  const [from, to] = [roomOf(file), roomOf(target)];
  return from === to ? [] : [{ from, to, line: `${file} imports ${target}` }];
});

test('every file lies in a known room, and no room holds more than 25', () => {
  const files = new Map<string, string[]>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts')) files.set(roomOf(file), [...(files.get(roomOf(file)) ?? []), file]);
  expect([...files.keys()].sort()).toEqual([...floorOf.keys()].sort());
  const crowded = [...files].filter(([, all]) => all.length > 25).map(([room]) => room);
  expect(crowded).toEqual([]);
});

test('a room imports only rooms below it, so there is no circle', () => {
  expect(imports.length).toBeGreaterThan(100);
  const up = imports.filter(({ from, to }) => (floorOf.get(to) ?? -1) <= (floorOf.get(from) ?? -1));
  expect(up.map(({ line }) => line)).toEqual([]);
});

/** The files that reach themselves by their imports. */
function inCircles(next: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reaches = (file: string): boolean => {
    const seen = new Set(next.get(file));
    for (const one of seen) for (const other of next.get(one) ?? []) seen.add(other);
    return seen.has(file);
  };
  return [...next.keys()].filter(reaches);
}

test('no file reaches itself by its imports, those of types included', () => {
  const tied = new Map(Object.entries({ a: ['b'], b: ['c', 'd'], d: ['b'] }));
  expect(inCircles(tied)).toEqual(['b', 'd']);
  const next = new Map<string, string[]>();
  for (const { file, target } of everyImport) next.set(file, [...(next.get(file) ?? []), target]);
  expect(inCircles(next)).toEqual([]);
});

test('a tool reaches the runtime by the public entry alone', () => {
  const tools = new Set([...floorOf].filter(([, floor]) => floor < (floorOf.get('index') ?? 0)).map(([room]) => room));
  const isClass = ({ line }: Import) => line.endsWith('imports base/typed-operation.ts');
  const around = imports.filter((it) => tools.has(it.from) && (runtime(it.to) || isClass(it)));
  expect(around.map(({ line }) => line)).toEqual([]);
});

test('a picture leaves out the arrows that follow from others', () => {
  const ways = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'a', to: 'c' },
  ];
  const wings = [{ title: 'all', has: () => true }];
  expect(housePicture(['a', 'b', 'c'], ways, wings).split('\n')).toEqual([
    'flowchart TD',
    '  subgraph w0["all"]',
    '    r0[a]',
    '    r1[b]',
    '    r2[c]',
    '  end',
    '  r0 --> r1',
    '  r1 --> r2',
  ]);
});

/** A room in the picture. The rooms of these folders are one idea to a newcomer. */
const shownRoom = (room: string): string => /^(?:call|emulator|graphql|paging)(?=\/)/.exec(room)?.[0] ?? room;

test('the picture of the rooms is current; CONTROL_API_SDK_WRITE_RESULTS=1 draws it again', () => {
  const contributing = join(import.meta.dirname, '../CONTRIBUTING.md');
  const isGround = (room: string) => room === 'graphql';
  const isRuntime = (room: string) => (floorOf.get(room) ?? 0) >= (floorOf.get('index') ?? 0);
  const shown = [...new Set(Array.from(floorOf.keys(), shownRoom))];
  expect(shown.length).toBeLessThanOrEqual(30);
  const ways = imports.map(({ from, to }) => ({ from: shownRoom(from), to: shownRoom(to) }));
  const picture = housePicture(
    shown,
    ways.filter(({ from, to }) => from !== to),
    [
      { title: 'tools', has: (room) => !isGround(room) && !isRuntime(room) },
      { title: 'ground of the tools', has: isGround },
      { title: 'runtime: one file without dependencies', has: isRuntime },
    ],
  );
  const drawn = blocksOf(contributing)
    .find(({ language }) => language === 'mermaid')
    ?.text.trimEnd();
  if (process.env['CONTROL_API_SDK_WRITE_RESULTS'] === '1' && drawn !== undefined) {
    writeFileSync(
      contributing,
      readFileSync(contributing, 'utf8').replace(drawn, () => picture),
    );
    return;
  }
  expect(drawn).toBe(picture);
});
