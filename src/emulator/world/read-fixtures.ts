import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isRecord } from '../../base/is-record.ts';
import { ControlApiError } from '../../index.ts';
import type { Fixtures } from './model/world-options.ts';

/**
 * Reads the fixtures of a world, which may be in a file.
 *
 * @throws {ControlApiError} if the file cannot be read or is not a JSON object with a list for each type.
 */
export async function readFixtures(fixtures: string | Fixtures, cwd: string): Promise<Fixtures> {
  const name = typeof fixtures === 'string' ? fixtures : '`fixtures`';
  const value = typeof fixtures === 'string' ? await readJson(fixtures, cwd) : fixtures;
  if (isFixtures(value)) return value;
  throw new ControlApiError(
    'configuration',
    `${name} is not a set of fixtures: write an object with a list of objects for each type, such as {"Device": [{"id": "d1"}]}.`,
  );
}

async function readJson(file: string, cwd: string): Promise<unknown> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new ControlApiError('configuration', `The fixtures ${file} cannot be read: check the path.`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ControlApiError('configuration', `The fixtures ${file} are not valid JSON.`, { cause });
  }
}

function isFixtures(value: unknown): value is Fixtures {
  return isRecord(value) && Object.values(value).every((list) => Array.isArray(list) && list.every(isRecord));
}
