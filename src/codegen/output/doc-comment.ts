import type { Described } from '../../graphql/fields.ts';

/** A TSDoc comment of a description and a deprecation, which editors strike through. Empty without either. */
export function docComment({ description, deprecationReason }: Described): string {
  // A line that begins with `@` would be a tag.
  const about = description?.replace(/^(\s*)@/gm, '$1\\@');
  const deprecation = deprecationReason == null ? undefined : `@deprecated ${deprecationReason}`;
  const text = [about, deprecation].filter(Boolean).join('\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `/** ${text} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
