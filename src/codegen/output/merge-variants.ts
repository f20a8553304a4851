/**
 * Merges the variants of each union that differ only in `__typename`, in the text of the generator: an interface may have
 * hundreds of possible types, most of them with the same few fields.
 *
 * ```ts
 * | { __typename: 'Bot', login: string } | { __typename: 'Mannequin', login: string }
 * | { __typename: 'Bot' | 'Mannequin', login: string }
 * ```
 */
export function mergeVariants(text: string): string {
  return mergeLines(text.split('\n')).join('\n');
}

const typename = /^\s*__typename: ('.*?'),?$/;

function mergeLines(lines: readonly string[]): readonly string[] {
  const result: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const variants: (readonly string[])[] = [];
    for (let end = endOfVariant(lines, index); end !== undefined; end = endOfVariant(lines, index)) {
      const inner = mergeLines(lines.slice(index + 1, end));
      variants.push([...lines.slice(index, index + 1), ...inner, ...lines.slice(end, end + 1)]);
      index = end + 1;
    }
    result.push(...mergeAlike(variants));
    // The generator leaves a blank line after some unions.
    const next = lines[index++];
    if (next !== undefined && !(next === '' && variants.length > 0)) result.push(next);
  }
  return result;
}

/** The last line of the variant that begins at a line: the brace with the same indentation as its bar. */
function endOfVariant(lines: readonly string[], start: number): number | undefined {
  const indent = /^( *)\| \{$/.exec(lines[start] ?? '')?.[1];
  if (indent === undefined) return undefined;
  const end = lines.indexOf(`${indent}}`, start);
  return end === -1 ? undefined : end;
}

function mergeAlike(variants: readonly (readonly string[])[]): readonly string[] {
  const byFields = new Map<string, { readonly lines: readonly string[]; readonly names: string[] }>();
  for (const lines of variants) {
    const fields = lines.map((line, index) => (isOwnTypename(lines, index) ? '__typename' : line)).join('\n');
    const known = byFields.get(fields);
    const name = lines
      .map((line, index) => (isOwnTypename(lines, index) ? typename.exec(line)?.[1] : undefined))
      .find(Boolean);
    if (!known) byFields.set(fields, { lines, names: name ? [name] : [] });
    else if (name) known.names.push(name);
  }
  return [...byFields.values()].flatMap(({ lines, names }) =>
    lines.map((line, index) => (isOwnTypename(lines, index) ? line.replace(/'.*'/, names.join(' | ')) : line)),
  );
}

/** The `__typename` of the variant itself is indented by two more than its bar; a nested one by more. */
function isOwnTypename(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  const bar = lines[0]?.indexOf('|') ?? 0;
  return typename.test(line) && line.startsWith(`${' '.repeat(bar + 2)}__typename`);
}
