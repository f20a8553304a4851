import type { Described } from '../../graphql/fields.ts';

/** A description and a deprecation as a comment that editors show: they strike through what is deprecated. Empty without either. */
export function docComment({ description, deprecationReason }: Described): string {
  // A line of a description that begins with `@` would be a tag of its own.
  const about = description?.replace(/^(\s*)@/gm, '$1\\@');
  const deprecation = deprecationReason == null ? undefined : `@deprecated ${deprecationReason}`;
  const text = [about, deprecation].filter(Boolean).join('\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `/** ${text} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** A text with all its lines indented by one step. */
export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
