/** The words of a name, in lower case: `deviceGroup_IDs` has `device`, `group` and `ids`; `HTTPServer` has `http` and `server`. */
export function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z][A-Z\d]*s?(?![a-z])|[A-Z]?[^A-Z_]+/g) ?? []).map((word) => word.toLowerCase());
}
