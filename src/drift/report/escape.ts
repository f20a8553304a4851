/** Text from a schema as one harmless line, without control characters and direction marks. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Text escaped for XML and HTML, also in attributes. Characters that XML forbids become U+FFFD; direction marks are removed. */
export function escapeXml(text: string): string {
  return text
    .replace(unfit, '\u{FFFD}')
    .replace(/\p{Cf}/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

const unfit = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text for a page, in which what stands between backticks is code. */
export function prose(text: string): string {
  return escapeXml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
