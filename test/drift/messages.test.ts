import { expect, test } from 'vitest';
import { renderReport } from '../../src/drift/index.ts';
import { texts } from '../helpers/texts.ts';
import { reports } from './helpers/reports.ts';

const { 'with hostile texts': _, ...plain } = reports;

test.each(['pretty', 'github', 'markdown'] as const)('the words of the %s report read as reviewed', async (format) => {
  const parts = Object.entries(plain).map(([what, report]) => [what, renderReport[format](report)] as const);
  await expect(texts(parts)).toMatchFileSnapshot(`__snapshots__/${format}.txt`);
});
