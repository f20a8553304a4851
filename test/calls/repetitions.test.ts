import { expect, test } from 'vitest';
import { everyRow, promised } from '../helpers/repetitions.ts';

// Every status: repetitions.rest.test.ts.
test('an operation is sent as often as the manual promises, by status, code, form of the answer and kind', async () => {
  const statuses = [200, 302, 401, 403, 408, 425, 429, 503, 504];
  for (const row of await everyRow(statuses)) expect(row).toEqual({ ...row, ...promised(row) });
});
