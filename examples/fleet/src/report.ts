import type { Entry } from './ledger.js';
import { format } from './progress-line.js';
import type { RunState } from './run-state.js';

const shown = 5;

/** What a run came to: the counts, and the devices that somebody has to look at. */
export function report({ counts, found, failedPages }: RunState, rest: readonly Entry[]): string {
  const some = (state: Entry['state']): readonly string[] => {
    const entries = rest.filter((entry) => entry.state === state);
    const more = entries.length - shown;
    return [
      ...entries.slice(0, shown).map(({ device, why }) => `    ${device}  ${why}`),
      ...(more > 0 ? [`    … and ${format(more)} more`] : []),
    ];
  };
  return [
    `${format(found)} devices:`,
    `  ${format(counts.done)} done`,
    `  ${format(counts.refused)} refused by the service`,
    ...some('refused'),
    `  ${format(counts.unknown)} unknown: they may have been done, and were not sent again. Look at each of them.`,
    ...some('unknown'),
    `  ${format(counts.listed + counts.begun)} not done, in ${format(failedPages)} pages that were given up`,
  ].join('\n');
}
