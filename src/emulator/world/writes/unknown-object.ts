import type { FailedChange } from '../reads/failure-object.ts';
import { asText } from '../reads/operators.ts';

/** An id in an input that no object has, or that another object has already. */
export class UnknownObject extends Error implements FailedChange {
  readonly argument: string;
  readonly id: unknown;

  constructor(argument: string, id: unknown, isTaken = false) {
    const what = `object with the ${argument} "${asText(id)}"`;
    super(isTaken ? `The emulator has an ${what} already.` : `The emulator has no ${what}.`);
    this.argument = argument;
    this.id = id;
  }
}
