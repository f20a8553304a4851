import { isControlApiError } from '../../src/index.ts';

/** The message of the configuration error that `make` throws. */
export function messageOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (isControlApiError(error, 'configuration')) return error.message;
    throw error;
  }
  throw new Error('it was accepted');
}
