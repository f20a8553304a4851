import { expect, test } from 'vitest';
import { TransportFailure } from '../../src/transport/transport.ts';
import { laboratory, query } from '../helpers/laboratory.ts';

const lost = new TransportFailure('network', 'nowhere');

test('a query may take an idle connection on its first attempt only', async () => {
  const lab = laboratory([lost, lost]);
  const answer = lab.settled(query);
  await lab.clock.advance(5_000);
  expect(await answer).toMatchObject({ meta: { attempts: 3 } });
  expect(lab.sent.map(({ freshSocket }) => freshSocket)).toEqual([false, true, true]);
});

test.each(['mutation Rename { rename { id } }', 'query Unreadable { team {'])(
  '%s may not take an idle connection',
  async (document) => {
    const lab = laboratory([lost]);
    const answer = lab.settled(document);
    await lab.clock.advance(5_000);
    expect(await answer).toMatchObject({ meta: { attempts: 2 } });
    expect(lab.sent.map(({ freshSocket }) => freshSocket)).toEqual([true, true]);
  },
);
