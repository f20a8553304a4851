import { isControlApiError } from '../../src/index.ts';

/** The message that `make` is refused with, as a configuration error. */
export function messageOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (isControlApiError(error, 'configuration')) return error.message;
    throw error;
  }
  throw new Error('it was accepted');
}
