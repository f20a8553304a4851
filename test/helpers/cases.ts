/** Whether all cases of a slow suite run, as in `.ci/run --full`. */
export const isFull: boolean = process.env['CONTROL_API_SDK_FULL'] === '1';

/** The number of cases of a long property test: all in a full run, else a quarter. */
export const cases = (all: number): number => Math.ceil(isFull ? all : all / 4);
