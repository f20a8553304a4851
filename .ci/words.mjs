// Lints the words of sources and documents: `npm run lint`. Each finding is a line; the exit code is 1 if there is any.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';

/** Words of an old idiolect, each with what to write instead. Readers look for the terms of the field. */
const instead = [
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

/** Words that begin a comment in place of a subject. A reader looks for the subject first. */
const noSubject =
  /^\s*(?:\/\/|\/\*\*?|\*) (?:What|Of|By which|By what|Whatever|Whoever|Where what|With what|Whom|Whose) .*$/gm;

/** The value `could-not-tell` of a report's outcome is part of a format. */
const format = /could-not-tell/g;

/** The words of a text, also those inside identifiers such as `wasTold`. */
const wordsOf = (text) =>
  text
    .replace(format, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');

const root = resolve(import.meta.dirname, '..');
const documents = ['docs/**/*', 'examples/README.md', 'examples/*/README.md', '*.md'];
const files = globSync(['src/**/*.ts', '*.ts', ...documents], { cwd: root }).sort();
for (const file of ['README.md', 'docs/README.md', 'examples/README.md', 'src/index.ts'])
  if (!files.includes(file)) throw new Error(`${file} is not among what is read.`);

const found = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const words = instead.flatMap(([pattern, write]) =>
    [...wordsOf(text).matchAll(pattern)].map(([word]) => `${file}: “${word}”: write ${write}`),
  );
  const comments = file.endsWith('.ts') ? (text.match(noSubject) ?? []) : [];
  return [...words, ...comments.map((comment) => `${file}: a comment without a subject: ${comment.trim()}`)];
});
for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
