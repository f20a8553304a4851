import { parse } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { type WriteMode, type Written, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';

/**
 * Writes the snapshot of a schema. A file that holds anything else is kept.
 *
 * @throws {ExitError} as {@link writeText}, and with code 2 if the file holds no schema.
 */
export function writeSnapshot(
  file: string,
  text: string,
  mode: Pick<WriteMode, 'isNamed'>,
  io: CliIo,
): Promise<Written> {
  return writeText(file, text, { ...mode, overwrite: true, replaces: ['a schema', isSchema] }, io);
}

/** Whether a text is a schema: SDL, or the JSON of introspection. One of ours is known by its first line, also with conflicts. */
function isSchema(text: string): boolean {
  if (text.startsWith('# The schema of ')) return true;
  try {
    if (!text.trimStart().startsWith('{'))
      return parse(text, { noLocation: true }).definitions.every(
        ({ kind }) => kind !== 'OperationDefinition' && kind !== 'FragmentDefinition',
      );
    const json: unknown = JSON.parse(text);
    const content = isRecord(json) && isRecord(json['data']) ? json['data'] : json;
    return isRecord(content) && '__schema' in content;
  } catch {
    return false;
  }
}
