/** The words of a name: `renameDevice`, `RENAME_DEVICE` and `HTTPServer` have two each. */
export function wordsIn(name: string): readonly string[] {
  return name.split(/_+|(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).filter(Boolean);
}
