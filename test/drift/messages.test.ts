import { expect, test } from 'vitest';
import { type DriftReport, judgeDrift, renderReport } from '../../src/drift/index.ts';
import { texts } from '../helpers/texts.ts';
import { reports } from './helpers/reports.ts';

const { 'with hostile texts': _, ...plain } = reports;
const drifted = reports['drifted in every way'];
const verdict = judgeDrift(drifted.verdict, { failOn: 'broken', today: drifted.at });
const counted = {
  ...plain,
  'with what does not count, and operations that could not be compared': {
    ...drifted,
    all: false,
    verdict: { ...verdict, verdict: 'in-step', failing: [], notComparable: ['ListNew'] },
    outcome: 'in-step',
  },
} satisfies Record<string, DriftReport>;

test.each(['pretty', 'github', 'markdown'] as const)('the words of the %s report read as reviewed', async (format) => {
  const parts = Object.entries(counted).map(([what, report]) => [what, renderReport[format](report)] as const);
  await expect(texts(parts)).toMatchFileSnapshot(`__snapshots__/${format}.txt`);
});
