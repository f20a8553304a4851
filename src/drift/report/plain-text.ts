/** Text from a schema as one line that is shown, never obeyed: no control characters, no marks of writing direction. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
