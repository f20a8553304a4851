import { createRequire } from 'node:module';
import { loadPeer } from './load-peer.ts';

/** A function that finds tagged templates in code and passes the place of each to `pluckStringFromFile`. */
type Plucker = (
  path: string,
  code: string,
  options: { readonly pluckStringFromFile: (code: string, range: { start: number; end: number }) => string },
) => Promise<unknown>;

/** Extracts the operations from a code file; undefined if it contains none. */
export type PluckOperations = (path: string, code: string) => Promise<string | undefined>;

/** Loads the code generator's reader of `gql` and `graphql` templates, and of templates after a comment `GraphQL`. */
export async function loadPluckOperations(): Promise<PluckOperations> {
  const pluck = await loadPeer('Reading operations from code', ['@graphql-codegen/cli'], async () =>
    pluckerOfGenerator(),
  );
  return async (path, code) => {
    // For Vue and similar files, the reader passes the script that it extracted from the file.
    let script = code;
    const templates: { readonly start: number; readonly end: number }[] = [];
    await pluck(path, code, {
      pluckStringFromFile: (plucked, { start, end }) => {
        script = plucked;
        // The text between the backticks.
        templates.push({ start: start + 1, end: end - 1 });
        return '';
      },
    });
    return templates.length === 0 ? undefined : withoutCode(script, templates);
  };
}

/** Each package is resolved from the one that depends on it, since only that one is sure to reach it. */
function pluckerOfGenerator(): Plucker {
  const generator = createRequire(import.meta.url).resolve('@graphql-codegen/cli');
  const loader = createRequire(generator).resolve('@graphql-tools/code-file-loader');
  return createRequire(loader)('@graphql-tools/graphql-tag-pluck').gqlPluckFromCodeString;
}

/** The script with everything but its templates replaced by blanks: its length and lines stay the same. */
function withoutCode(script: string, templates: readonly { readonly start: number; readonly end: number }[]): string {
  let text = '';
  for (const { start, end } of templates.toSorted((a, b) => a.start - b.start)) {
    // A template inside another one, or one that was found twice.
    if (start < text.length) continue;
    const template = script.slice(start, end).replace(/\$\{[^}]*\}|\\`/g, blank);
    text += blank(script.slice(text.length, start)) + template;
  }
  return text + blank(script.slice(text.length));
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
