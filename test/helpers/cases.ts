const full = process.env['CONTROL_API_SDK_FULL'] === '1';
const required = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';

/** How many cases a long property test draws: all of them in `.ci/run --full`, half in `.ci/run`, a quarter by hand. */
export const cases = (all: number): number => Math.ceil(all / (full ? 1 : required ? 2 : 4));

/** By hand, every `step`th of them; otherwise all. */
export const sample = <Case>(all: readonly Case[], step: number): readonly Case[] =>
  full || required ? all : all.filter((_, place) => place % step === 0);
