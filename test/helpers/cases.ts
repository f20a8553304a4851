const full = process.env['CONTROL_API_SDK_FULL'] === '1';

/** How many cases a long property test draws: all of them in `.ci/run --full`, a quarter in every other run. */
export const cases = (all: number): number => Math.ceil(full ? all : all / 4);

/** All of them in `.ci/run --full`, every `step`th in every other run. */
export const sample = <Case>(all: readonly Case[], step: number): readonly Case[] =>
  full ? all : all.filter((_, place) => place % step === 0);
