import type { OperationKind } from '../../base/typed-operation.ts';
import { misconfigured } from '../../errors.ts';

export interface Definition {
  readonly type: OperationKind | 'fragment';
  readonly name: string | undefined;
  /** The members of the outermost selection set: `name`, `alias:name`, or `...fragment`. */
  readonly roots: readonly string[];
}

/** GraphQL's tokens. Some servers end a comment at U+2028, U+2029, U+0085 or a form feed: none may hold one. */
const TOKENS =
  /[\t\n\r ,\ufeff]+|#[\t -~\xa0-\u200a\u200c-\u2027\u202a-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*(?=[\n\r]|$)|[_A-Za-z]\w*|\.{3}|[!$&()[\]{}:=|@]|"""(?:[^"\\]|\\"""|\\(?!""")|"(?!""))*"""|"(?!"")(?:[^"\\\n\r]|\\[^\n\r])*"|-?\d[\w.]*(?:[+-]\d+)?/guy;

const IGNORED = /^[\t\n\r ,\ufeff#]/;
const NAME = /^[_A-Za-z]/;
const DEFINITION = /^(?:query|mutation|subscription|fragment)$/;

/** Skips types and values: the server judges them. Undefined for anything but operations and fragments. */
export function readDocument(text: string): readonly Definition[] | undefined {
  // Some servers end a comment at a NUL and run what follows.
  if (text.includes('\0')) return undefined;
  const all = tokensOf(text);
  if (all.join('') !== text) return undefined;
  try {
    return definitionsIn(all.filter((token) => !IGNORED.test(token)));
  } catch {
    return undefined;
  }
}

function tokensOf(text: string): readonly string[] {
  try {
    return text.match(TOKENS) ?? [];
  } catch {
    throw misconfigured(
      `The document has ${Math.floor(text.length / 1e6)} MB, and a string in it is too long to be read. Pass long values as variables.`,
    );
  }
}

function definitionsIn(tokens: readonly string[]): readonly Definition[] {
  const definitions: Definition[] = [];
  let at = 0;

  const take = (token: string): boolean => tokens[at] === token && ++at > 0;
  const need = (form: RegExp): string => {
    const token = tokens[at++] ?? '';
    if (!form.test(token)) throw new SyntaxError(token);
    return token;
  };
  const skipGroup = () => {
    if (tokens[at] !== '(') return;
    let depth = 0;
    do {
      const token = need(/./);
      if (/^[([{]/.test(token)) depth++;
      else if (/^[)\]}]/.test(token)) depth--;
    } while (depth > 0);
  };
  const skipDirectives = () => {
    while (take('@')) {
      need(NAME);
      skipGroup();
    }
  };
  const selections = (): string[] => {
    const roots: string[] = [];
    need(/^\{/);
    do {
      if (!take('...')) {
        const name = need(NAME);
        roots.push(take(':') ? `${name}:${need(NAME)}` : name);
        skipGroup();
        skipDirectives();
        if (tokens[at] === '{') selections();
      } else if (tokens[at] !== 'on' && NAME.test(tokens[at] ?? '')) {
        roots.push(`...${tokens[at++]}`);
        skipDirectives();
      } else {
        if (take('on')) need(NAME);
        skipDirectives();
        roots.push(...selections());
      }
    } while (!take('}'));
    return roots;
  };

  while (at < tokens.length) {
    if (tokens[at]?.startsWith('"')) at++;
    const short = tokens[at] === '{';
    const type = short ? 'query' : (need(DEFINITION) as Definition['type']);
    const name = !short && NAME.test(tokens[at] ?? '') ? tokens[at++] : undefined;
    if (type === 'fragment') {
      need(/^on$/);
      need(NAME);
    }
    skipGroup();
    skipDirectives();
    definitions.push({ type, name, roots: selections() });
  }
  return definitions;
}
