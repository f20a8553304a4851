/** The words of an identifier, in lower case: `deviceGroup_IDs` has `device`, `group`, `ids`. */
export function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z][A-Z\d]*s?(?![a-z])|[A-Z]?[^A-Z_]+/g) ?? []).map((word) => word.toLowerCase());
}

export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function shellWord(text: string): string {
  return /^[\w./:@,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export function wrapWords(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function nearest(word: string, names: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length * 0.4));
  return names
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => name !== word && distance <= allowed && distance < name.length)
    .sort((a, b) => a.distance - b.distance)[0]?.name;
}

export function didYouMean(word: string, names: readonly string[], otherwise: string, quote = '`'): string {
  const near = nearest(word, names);
  return near === undefined ? otherwise : `Did you mean ${quote}${near}${quote}?`;
}

export function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      rows[i]?.push(swapped ? Math.min(best, at(i - 2, j - 2) + 1) : best);
    }
  }
  return at(a.length, b.length);
}
