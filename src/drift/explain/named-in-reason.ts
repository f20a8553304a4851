/** Names, each a path such as `Device.status` or `network.ip`, that a deprecation reason says to use instead. */
export function namedInReason(reason: string): ReadonlySet<string> {
  // The fields named after these are left out.
  const text = reason
    .replace(
      /(?:instead of|rather than|do not use|don['’]t use|in place of|replaces|no longer use)\s+[`'"]?[\w.#]+/gi,
      '',
    )
    .replace(/(\w)\s*\{\s*(\w+)\s*\}/g, '$1.$2');
  const found = new Set<string>();
  for (const [, list = ''] of text.matchAll(cue)) for (const [name] of list.matchAll(path)) found.add(normal(name));
  for (const [, name = ''] of text.matchAll(behind)) found.add(normal(name));
  return found;
}

const one = String.raw`(?:the\s+)?(?:(?:new|field|query|mutation|argument|value|type)\s+)*[\`'"“]?[A-Za-z_][\w.#]*[\`'"”]?(?:\([^)]*\))?`;
const cue = new RegExp(
  String.raw`\b(?:use|using|replaced\s+(?:by|with)|renamed\s+(?:to|as)|moved\s+(?:to|into|under)|in\s+favou?r\s+of|superseded\s+by|prefer|switch\s+to|migrate\s+to|now\s+called|split\s+into)\s+(${one}(?:(?:\s*,\s*|\s*\/\s*|,?\s+(?:or|and)\s+)${one})*)`,
  'gi',
);
const behind = /[`'"“]([A-Za-z_][\w.#]*)[`'"”]?(?:\([^)]*\))?\s+(?:should\s+be\s+used|is\s+to\s+be\s+used|instead)/gi;
const path = /[A-Za-z_]\w*(?:[.#][A-Za-z_]\w*)*/g;

function normal(name: string): string {
  return name.replace(/#/g, '.');
}
