import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { outputs } from '../types/generate.ts';
import { generateFrom } from './generate-text.ts';

test.each(outputs.map((options) => [basename(options.output), options] as const))(
  'the type tests stand on what is generated today: %s',
  async (_name, options) => {
    // `vitest run -u` updates the file.
    await expect(await generateFrom(options)).toMatchFileSnapshot(options.output);
  },
);
