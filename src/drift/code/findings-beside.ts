import type { CodePlace } from '../model/code-check.ts';
import { type Finding, isChange } from '../model/finding.ts';
import { namesIn } from './code-fault.ts';

/**
 * The findings that a line of code stands beside: those whose field or type the checker's message names, else the line. A safe
 * change is among them only where there is no other.
 *
 * @param line - The text of the line.
 */
export function findingsBeside(findings: readonly Finding[], { message }: CodePlace, line: string): readonly Finding[] {
  // Only these findings change the generated code.
  const typed = findings.filter((it) => isChange(it) && (it.kind === 'broken' || it.kind === 'types'));
  const [quoted] = namesIn(message);
  const listed = message.match(/(?<=': )[\w$, ]+$/gm)?.flatMap((names) => names.split(', ')) ?? [];
  const texts = [new Set([...quoted, ...listed]), new Set(line.match(/[\w$]+/g))];
  for (const names of texts) {
    const named = typed.filter(({ coordinate }) => names.has(elementOf(coordinate)));
    const others = named.filter(({ direction }) => direction !== 'safe');
    if (named.length > 0) return others.length > 0 ? others : named;
  }
  return [];
}

/** `name` of `Device.name`, `first` of `Query.devices(first:)`, `Device` of itself. */
function elementOf(coordinate: string): string {
  return /(\w+)\W*$/.exec(coordinate)?.[1] ?? coordinate;
}
