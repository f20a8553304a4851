import type { Redactor } from './redact.ts';

/**
 * Scrubs a value when it is first asked for, and only then: of an error's partial data, most is never read. What it was
 * scrubbed from is let go of.
 */
export function lazyJson(redactor: Redactor, value: unknown): () => unknown {
  let held = value;
  let scrubbed = false;
  return () => {
    if (!scrubbed) held = redactor.json(held);
    scrubbed = true;
    return held;
  };
}
