import { ControlApiError } from '../../index.ts';

/** Refuses what is left of options when all known ones are taken out: a mistyped name is reported rather than ignored. */
export function refuseOthers(others: object, owner: string): void {
  const [name] = Object.keys(others);
  if (name !== undefined)
    throw new ControlApiError('configuration', `${owner} has no option \`${name}\`: check its name.`);
}
