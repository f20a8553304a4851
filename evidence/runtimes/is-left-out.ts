import { isFull } from '../../test/helpers/cases.ts';

/** Whether a suite is skipped, with a notice. `.ci/run --full` installs its requirements. */
export function isLeftOut(isPresent: boolean, suite: string): boolean {
  if (isPresent || isFull) return false;
  console.warn(`Skipped: ${suite}. It needs \`npm ci --prefix evidence/runtimes\`, or \`.ci/run --full\`.`);
  return true;
}
