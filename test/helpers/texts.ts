/** A text for a file snapshot: each part under its title, in order. */
export function texts(parts: readonly (readonly [title: string, text: string])[]): string {
  return parts.map(([title, text]) => `## ${title}\n\n${text.trimEnd()}\n`).join('\n');
}

/** The message of the error of `work`. */
export async function messageOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('This was expected to fail.');
}
