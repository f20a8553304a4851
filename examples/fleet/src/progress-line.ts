/** What a progress line shows. */
export interface Progress {
  readonly over: number;
  readonly found: number;
  readonly perSecond: number;
  readonly workers: number;
  readonly kills: number;
}

const width = 24;

/** One line on how far the run is: with a bar for a terminal, plain for anything else. */
export function progressLine({ over, found, perSecond, workers, kills }: Progress, isTerminal: boolean): string {
  const share = found === 0 ? 0 : over / found;
  const filled = Math.floor(share * width);
  const bar = isTerminal ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ` : '';
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  const parts = [
    `${format(over)} of ${format(found)} devices`,
    `${format(perSecond)} a second`,
    `${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    ...(kills > 0 ? [`${kills} killed`] : []),
  ];
  return `${bar}${percent}  ${parts.join(', ')}`;
}

/** A whole number with its thousands apart. */
export const format = (value: number): string => Math.round(value).toLocaleString('en');
