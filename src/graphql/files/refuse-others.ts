import { ControlApiError } from '../../index.ts';

/** Refuses unknown options, so that a mistyped name is not ignored. */
export function refuseOthers(unknown: object, owner: string): void {
  const [name] = Object.keys(unknown);
  if (name !== undefined)
    throw new ControlApiError('configuration', `${owner} has no option \`${name}\`: check its name.`);
}
