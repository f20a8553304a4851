import type { GivenArgument, ShapedType } from './shaped-type.ts';

/** A field as the text has it, with its type. */
interface ParsedField {
  readonly key: string;
  readonly name: string;
  readonly args: readonly GivenArgument[];
  readonly optional: boolean;
  readonly type: ShapedType;
  readonly selection: ParsedSelection | undefined;
}

/** A fragment, by its name or in place. */
interface ParsedPart {
  readonly fragment?: string;
  readonly selection?: ParsedSelection;
  readonly optional: boolean;
}

/** A selection set, or a fragment with its type condition. */
export interface ParsedSelection {
  readonly id: number;
  readonly on: string | undefined;
  readonly typename: string | undefined;
  readonly fields: readonly ParsedField[];
  readonly parts: readonly ParsedPart[];
}

/** A document with one operation. */
export interface ParsedDocument {
  readonly operation: ParsedSelection;
  readonly fragments: ReadonlyMap<string, ParsedSelection>;
  /** The types of the variables as text, by name. */
  readonly variables: ReadonlyMap<string, string>;
}

const TOKEN =
  /"""(?:[^"\\]|\\"""|\\(?!""")|"(?!""))*"""|"(?:[^"\\]|\\.)*"|\.{3}|[_A-Za-z]\w*|-?\d[\w.+-]*|[!$&()[\]{}:=|@]/g;

/**
 * Reads the selections of a generated operation, whose text is valid. A process that watches needs no `graphql` for it.
 *
 * @param nextType - The type of the next field, in the order of the text.
 */
export function readSelections(text: string, nextType: () => ShapedType): ParsedDocument {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  let ids = 0;
  const take = (token: string): boolean => tokens[at] === token && ++at > 0;
  const next = (): string => {
    const token = tokens[at++];
    if (token === undefined) throw new SyntaxError('The operation ends too early.');
    return token;
  };
  /** A value with whatever is nested in it; the variable, where it is one. */
  const readValue = (): string | undefined => {
    const first = next();
    if (first === '$') return next();
    const close = first === '[' ? ']' : first === '{' ? '}' : undefined;
    while (close !== undefined && !take(close)) {
      if (first === '{') at += 2;
      readValue();
    }
    return undefined;
  };
  const readArguments = (): GivenArgument[] => {
    const found: GivenArgument[] = [];
    if (!take('(')) return found;
    while (!take(')')) {
      const name = next();
      at++;
      const variable = readValue();
      found.push({ name, ...(variable !== undefined && { variable }) });
    }
    return found;
  };
  /** Whether `@include` or `@skip` is among the directives. */
  const readDirectives = (): boolean => {
    let optional = false;
    while (take('@')) {
      const name = next();
      readArguments();
      optional ||= name === 'include' || name === 'skip';
    }
    return optional;
  };
  const readSet = (on?: string): ParsedSelection => {
    const fields: ParsedField[] = [];
    const parts: ParsedPart[] = [];
    let typename: string | undefined;
    at++;
    while (!take('}')) {
      if (take('...')) {
        if (tokens[at] !== 'on' && /^\w/.test(tokens[at] ?? '')) {
          const fragment = next();
          parts.push({ fragment, optional: readDirectives() });
          continue;
        }
        const condition = take('on') ? next() : undefined;
        const optional = readDirectives();
        parts.push({ selection: readSet(condition), optional });
        continue;
      }
      const key = next();
      const name = take(':') ? next() : key;
      if (name === '__typename') {
        if (!readDirectives()) typename = key;
        continue;
      }
      const type = nextType();
      const args = readArguments();
      const optional = readDirectives();
      const selection = tokens[at] === '{' ? readSet() : undefined;
      fields.push({ key, name, args, optional, type, selection });
    }
    return { id: ids++, on, typename, fields, parts };
  };

  const variables = new Map<string, string>();
  const fragments = new Map<string, ParsedSelection>();
  let operation: ParsedSelection | undefined;
  while (at < tokens.length) {
    if (take('fragment')) {
      const name = next();
      at++;
      const on = next();
      readDirectives();
      fragments.set(name, readSet(on));
      continue;
    }
    while (tokens[at] !== '{' && tokens[at] !== '(' && tokens[at] !== '@') next();
    if (take('(')) {
      while (take('$')) {
        const name = next();
        let type = '';
        at++;
        while (!/^[$)=@]$/.test(tokens[at] ?? ')')) type += next();
        if (take('=')) {
          readValue();
          type += ' =';
        }
        readDirectives();
        variables.set(name, type);
      }
      at++;
    }
    readDirectives();
    operation = readSet();
  }
  if (operation === undefined) throw new SyntaxError('The document has no operation.');
  return { operation, fragments, variables };
}
