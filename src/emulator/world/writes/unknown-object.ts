import type { UnknownId } from '../reads/failure-object.ts';
import { asText } from '../reads/operators.ts';
import type { Input } from './inputs.ts';

/** An id in an input that no object has, or that another object has already. */
export class UnknownObject extends Error implements UnknownId {
  readonly argument: string;
  readonly id: unknown;

  constructor({ name, value }: Input, isTaken = false) {
    const what = `the ${name} "${asText(value)}"`;
    super(isTaken ? `The emulator has an object with ${what} already.` : `The emulator has no object with ${what}.`);
    this.argument = name;
    this.id = value;
  }
}
