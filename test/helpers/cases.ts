const required = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';

/** How many cases a long property test draws: all of them in `.ci/run`; by hand a quarter, each with as much to fail by. */
export const cases = (all: number): number => (required ? all : Math.ceil(all / 4));
