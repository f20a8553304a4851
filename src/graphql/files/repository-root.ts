import { dirname } from 'node:path';
import { up } from 'empathic/find';

/** The root of a project: the nearest folder, from this one upwards, that git manages; else this folder. */
export function repositoryRoot(cwd: string): string {
  const managed = up('.git', { cwd });
  return managed === undefined ? cwd : dirname(managed);
}
