import { styleText } from 'node:util';
import type { CliIo, CliOutput } from './io.ts';

/** A format of Node's `styleText`, such as `bold` or `red`. */
export type TextFormat = Parameters<typeof styleText>[0];

/**
 * Whether colour is shown: `FORCE_COLOR` decides, as Node reads it; then a `NO_COLOR` that is not empty, or a terminal
 * without colour, turns it off; then whether the output is a terminal decides.
 */
export function showsColour({ isTTY }: Pick<CliOutput, 'isTTY'>, env: NodeJS.ProcessEnv): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return ['', '1', '2', '3', 'true'].includes(forced);
  return isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** Styles text for standard output; text comes back as it is where colour is not shown. */
export function styler({ stdout, env }: Pick<CliIo, 'stdout' | 'env'>): (format: TextFormat, text: string) => string {
  const colour = showsColour(stdout, env);
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text);
}
