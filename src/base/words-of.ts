/** The words of a name, in lower case: `deviceGroup_IDs` has `device`, `group` and `ids`; `HTTPServer` has `http` and `server`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .split(/[_\s.$-]+|(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}
