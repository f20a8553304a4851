/** Whether a suite is skipped, with a notice. `.ci/run --full` installs its requirements. */
export function isLeftOut(isPresent: boolean, suite: string): boolean {
  if (isPresent || process.env['CONTROL_API_SDK_FULL'] === '1') return false;
  console.warn(`Skipped: ${suite}. It needs \`npm ci --prefix evidence/runtimes\`, or \`.ci/run --full\`.`);
  return true;
}
