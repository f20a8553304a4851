import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');

/** Names that two files define, each with the reason. */
const shared: Readonly<Record<string, string>> = {};

/** What a file defines and exports; what it exports again from another file is not its own. */
function definedIn(text: string): readonly string[] {
  const definition =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|class|function\*?|interface|type|enum) (\w+)/gm;
  return [...text.matchAll(definition)].map(([, name = '']) => name);
}

test('each exported name is defined in one file', () => {
  const files = new Map<string, string[]>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    // Overloads name a function several times in one file.
    for (const name of new Set(definedIn(readFileSync(join(source, file), 'utf8'))))
      files.set(name, [...(files.get(name) ?? []), file]);
  }
  expect(files.size).toBeGreaterThan(200);
  const doubles = [...files].filter(([name, places]) => places.length > 1 && shared[name] === undefined);
  expect(doubles).toEqual([]);
  const stale = Object.keys(shared).filter((name) => (files.get(name)?.length ?? 0) < 2);
  expect(stale, 'no longer shared: remove from the list').toEqual([]);
});
