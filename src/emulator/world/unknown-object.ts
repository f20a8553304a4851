import { asText } from './operators.ts';

/** An id in an input that no object has. */
export class UnknownObject extends Error {
  readonly argument: string;

  constructor(argument: string, id: unknown) {
    super(`The emulator has no object with the ${argument} "${asText(id)}".`);
    this.argument = argument;
  }
}
