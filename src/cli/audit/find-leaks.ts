import { isBearerToken } from './bearer-token.ts';
import { keyForms, type LiteralForm, literalForms, textAt } from './literal-forms.ts';

/** A kind of thing that must not be in a file: the key; a literal bearer token; the runtime of this package. */
export type LeakKind = 'key' | 'bearer' | 'runtime';

/** Leaks of one kind in one content. */
export interface Leak {
  readonly kind: LeakKind;
  /** Where the first one begins, in bytes. */
  readonly offset: number;
  /** Whether the first one is encoded. */
  readonly encoded: boolean;
  readonly count: number;
}

/** A thing to search for, in all its forms. */
export interface Pattern {
  readonly kind: LeakKind;
  readonly forms: readonly LiteralForm[];
  /** Whether the text that begins at a form is a leak. */
  readonly isLeak: (text: string) => boolean;
}

/** A text of the runtime that every bundle of it has: by this name, copies of it recognise each other's errors. */
const runtimeMark = 'control-api-sdk.error';

/** The pattern of the runtime. */
export const runtimePattern: Pattern = { kind: 'runtime', forms: literalForms(runtimeMark), isLeak: () => true };

/** The pattern of bearer tokens. */
export const bearerPattern: Pattern = {
  kind: 'bearer',
  forms: literalForms('Bearer', 'bearer', 'BEARER'),
  isLeak: isBearerToken,
};

/** The pattern of a key. */
export function keyPattern(key: string): Pattern {
  return { kind: 'key', forms: keyForms(key), isLeak: () => true };
}

/** Finds the leaks in a content, one of each kind with its count. */
export function findLeaks(content: Buffer, patterns: readonly Pattern[]): readonly Leak[] {
  return patterns.flatMap(({ kind, forms, isLeak }) => {
    const places = forms.flatMap((form) =>
      [...placesOf(content, form)]
        .filter((offset) => isLeak(textAt(content, offset, form)))
        .map((offset) => ({ offset, encoded: form.isEncoded })),
    );
    if (places.length === 0) return [];
    const first = places.reduce((one, other) => (other.offset < one.offset ? other : one));
    return [{ kind, ...first, count: places.length }];
  });
}

function* placesOf(content: Buffer, { bytes }: LiteralForm): Generator<number> {
  for (let at = content.indexOf(bytes); at >= 0; at = content.indexOf(bytes, at + bytes.length)) yield at;
}
