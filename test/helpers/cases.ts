const full = process.env['CONTROL_API_SDK_FULL'] === '1';

/** The number of cases of a long property test: all in `.ci/run --full`, else a quarter. */
export const cases = (all: number): number => Math.ceil(full ? all : all / 4);
