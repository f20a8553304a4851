import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../base/is-record.ts';
import { VERSION } from '../../base/version.ts';
import type { Drift, DriftInput } from '../../drift/index.ts';
import type { CliIo } from '../io.ts';

/** Everything that a comparison depends on, besides the live schema. */
export interface KeptFor extends Pick<DriftInput, 'operations' | 'scalars' | 'openEnums'> {
  /** The text of the snapshot; undefined if there is none. */
  readonly snapshot: string | undefined;
  /** The version of `graphql`, which decides what is valid. */
  readonly graphql: string | undefined;
}

/** The comparison of the last check. A comparison is a pure function: for the same input, it need not be made again. */
export interface KeptDrift {
  /** Whether there is one for these operations and this snapshot, whatever the live schema is. */
  readonly isThere: boolean;
  /** The comparison with the live schema of this answer; undefined if it was another answer. */
  find(answer: string | undefined): Drift | undefined;
  /** Keeps the comparison with the live schema of the answer that was looked for. */
  keep(drift: Drift): Promise<void>;
}

/**
 * Opens the comparison that the last check kept in `node_modules/.cache`, where tools keep what they can make again. Undefined
 * if there is no `node_modules`.
 */
export async function openKeptDrift(input: KeptFor, { cwd }: Pick<CliIo, 'cwd'>): Promise<KeptDrift | undefined> {
  const folder = packagesOf(cwd);
  if (folder === undefined) return undefined;
  const question = digest([
    VERSION,
    builtAt(),
    input.graphql,
    input.snapshot,
    input.operations,
    input.scalars,
    input.openEnums,
  ]);
  const file = join(folder, '.cache/control-api-sdk', `check-${digest([cwd]).slice(0, 12)}.json`);
  const kept = await readKept(file);
  const isThere = kept?.question === question;
  let asked: string | undefined;
  return {
    isThere,
    find(answer) {
      asked = answer;
      return isThere && kept.answer === answer ? kept.drift : undefined;
    },
    async keep(drift) {
      if (asked === undefined) return;
      const made: Kept = { question, answer: asked, drift };
      // A place that cannot be written costs time only. The name is changed last: another process never reads a half.
      await mkdir(dirname(file), { recursive: true })
        .then(() => writeFile(`${file}.${process.pid}`, JSON.stringify(made)))
        .then(() => rename(`${file}.${process.pid}`, file))
        .catch(() => undefined);
    },
  };
}

interface Kept {
  readonly question: string;
  readonly answer: string;
  readonly drift: Drift;
}

async function readKept(file: string): Promise<Kept | undefined> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isKept(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** What the digests belong to was written by this version, so its members need no look. */
function isKept(value: unknown): value is Kept {
  return isRecord(value) && typeof value['answer'] === 'string' && isRecord(value['drift']);
}

/** The nearest `node_modules` from a folder upwards. */
function packagesOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (existsSync(packages)) return packages;
    if (folder === dirname(folder)) return undefined;
  }
}

/** A build of one's own keeps the version. */
function builtAt(): number {
  return statSync(fileURLToPath(import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
