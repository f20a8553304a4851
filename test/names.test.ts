import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');

/** The names that a file defines and exports, without re-exports. */
function definedIn(text: string): readonly string[] {
  const definition =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|class|function\*?|interface|type|enum) (\w+)/gm;
  return [...text.matchAll(definition)].map(([, name = '']) => name);
}

test('each exported name is defined in one file of its room', () => {
  const files = new Map<string, string[]>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    // Overloads name a function several times in one file.
    for (const name of new Set(definedIn(readFileSync(join(source, file), 'utf8')))) {
      const place = `${dirname(file)}: ${name}`;
      files.set(place, [...(files.get(place) ?? []), file]);
    }
  }
  expect(files.size).toBeGreaterThan(200);
  expect([...files].filter(([, places]) => places.length > 1)).toEqual([]);
});
