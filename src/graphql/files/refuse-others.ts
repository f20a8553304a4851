import { ControlApiError } from '../../index.ts';

/** Refuses options that remain after all known ones were taken out, so that a mistyped name is not ignored. */
export function refuseOthers(others: object, owner: string): void {
  const [name] = Object.keys(others);
  if (name !== undefined)
    throw new ControlApiError('configuration', `${owner} has no option \`${name}\`: check its name.`);
}
