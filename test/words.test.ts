import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

/** Words of an old idiolect, each with what to write instead. Readers look for the terms of the field. */
const instead: readonly (readonly [pattern: RegExp, write: string])[] = [
  [/\b(?:told|tells?|telling|untold)\b/gi, 'report, show, decide, distinguish'],
  [/\btalk(?:s|ed|ing)?\b/gi, 'call, message'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'correct, fix'],
  [/\bgone around\b/gi, 'bypassed, ignored'],
  [/\bno news\b/gi, 'unchanged'],
  [/\bto know of\b/gi, 'for information'],
  [/\bnone of ours\b/gi, 'unknown'],
  [/\b(?:is|are) met\b|\bmet in\b/gi, 'used by'],
  [/\bspeaks? (?:no )?graphql\b/gi, 'is (not) a GraphQL server'],
  [/\b(?:is|are) no (?:graphql|json|valid|list|object|name|path|cursor|code|schema|mistake)\b/gi, 'is not, is invalid'],
  [/\bcan not\b/gi, 'cannot'],
];

/** The value `could-not-tell` of a report's outcome is part of a format. */
const format = /could-not-tell/g;

const root = resolve(import.meta.dirname, '..');
const documents = ['docs/**/*', 'examples/README.md', 'examples/*/README.md', '*.md'];
const files = globSync(['src/**/*.ts', '*.ts', ...documents], { cwd: root }).sort();

/** The words of a file, also those inside identifiers such as `wasTold`. */
function wordsOf(file: string): string {
  const text = readFileSync(resolve(root, file), 'utf8').replace(format, '');
  return text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
}

test('the rooms and the documents are found', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'CHANGELOG.md',
      'docs/observability.md',
      'examples/fleet/README.md',
      'src/index.ts',
      'src/cli/line/run.ts',
    ]),
  );
});

test('every file uses plain words', () => {
  const found = files.flatMap((file) => {
    const text = wordsOf(file);
    return instead.flatMap(([pattern, write]) =>
      [...text.matchAll(pattern)].map(([word]) => `${file}: “${word}”: write ${write}`),
    );
  });
  expect(found).toEqual([]);
});

/** Words that begin a clause in place of a subject. A reader looks for the subject first. */
const noSubject =
  /^\s*(?:\/\/|\/\*\*?|\*) (?:What|Of|By which|By what|Whatever|Whoever|Where what|With what|Whom|Whose) .*$/gm;

test('every comment begins with its subject', () => {
  const sources = files.filter((file) => file.endsWith('.ts'));
  const found = sources.flatMap((file) =>
    (readFileSync(resolve(root, file), 'utf8').match(noSubject) ?? []).map((comment) => `${file}: ${comment.trim()}`),
  );
  expect(found).toEqual([]);
});
