import { partsOfProse } from './phrases.ts';

/** Text of HTML or XML that is written as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The content of a template: text is escaped, a list written part after part, and nothing for what is missing. */
export type Content = string | number | Markup | false | undefined | readonly Content[];

/** A template of HTML or XML, which escapes its texts, also in attributes. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...contents.map(textOf)));
}

function textOf(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(textOf).join('');
  return content === undefined || content === false ? '' : escapeXml(String(content));
}

/** Each content on a line of its own, and no line for what is missing. */
export function lines(...contents: readonly Content[]): Markup {
  return new Markup(contents.flat().map(textOf).filter(Boolean).join('\n'));
}

/** Characters that XML forbids become U+FFFD; direction marks are removed. */
function escapeXml(text: string): string {
  return text
    .replace(unfit, '\u{FFFD}')
    .replace(/\p{Cf}/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

const unfit = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The attribute that gives an element, and all inside it, a colour of the page. */
export function inTone(colour: string): Markup {
  return markup` style="--tone: var(--${colour})"`;
}

/** A sentence, in which what stands between backticks is code. */
export function prose(text: string): Markup {
  return markup`${partsOfProse<Markup | string>(
    text,
    (part) => part,
    (part) => markup`<code>${part}</code>`,
  )}`;
}
