import { expect, test } from 'vitest';
import { everyRow, promised } from '../helpers/repetitions.ts';

const BARE = [204, 304];

test.each([2, 3, 4, 5])(
  'an operation is sent as often as the manual promises, by each status of %ixx',
  async (kind) => {
    const statuses = Array.from({ length: 100 }, (_, at) => kind * 100 + at).filter((it) => !BARE.includes(it));
    for (const row of await everyRow(statuses)) expect(row).toEqual({ ...row, ...promised(row) });
  },
);
