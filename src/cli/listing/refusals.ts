import { isRecord } from '../../base/is-record.ts';

/** Whether the list at a path of an answer, such as `renameDevice.userErrors`, holds errors of a user. */
export type IsErrorList = (path: string) => boolean;

/** Without a snapshot, the name alone shows such a list. */
export const byName: IsErrorList = (path) => /(?:^|\.)userErrors$/.test(path);

/** The sentences by which a mutation's answer refuses it: one for each entry of its lists of user errors. */
export function refusalsIn(data: unknown, isErrorList: IsErrorList, path: string = ''): readonly string[] {
  if (Array.isArray(data)) {
    if (isErrorList(path)) return data.map((entry) => `${path}: ${messageOf(entry)}`);
    return data.flatMap((entry) => refusalsIn(entry, isErrorList, path));
  }
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    refusalsIn(value, isErrorList, path === '' ? key : `${path}.${key}`),
  );
}

function messageOf(entry: unknown): string {
  return isRecord(entry) && typeof entry['message'] === 'string' ? entry['message'] : 'an error without a message';
}
