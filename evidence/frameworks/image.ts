import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const workFolder = '/app';

/** The result of a Dockerfile: the folder of its last stage, and its command. */
export interface Image {
  readonly folder: string;
  readonly command: readonly string[];
  remove(): void;
}

/**
 * Runs the steps of a Dockerfile on this machine. A stage is a temporary folder, which stands for the working directory of its image.
 * `COPY` lines take one source, and `.dockerignore` names files and folders of the root of the project.
 */
export async function buildImage(
  project: string,
  run: (line: string, folder: string) => Promise<void>,
): Promise<Image> {
  const textOf = (file: string) => readFileSync(join(project, file), 'utf8');
  const ignored = textOf('.dockerignore').split('\n').filter(Boolean);
  const stages = new Map<string, string>();
  let folder = '';
  let command: readonly string[] = [];
  const copy = ([, stage, source = '', target = '']: readonly string[]) => {
    const from = stage === undefined ? project : stages.get(stage);
    if (from === undefined) throw new Error(`There is no stage ${stage}.`);
    const path = join(from, source.replace(workFolder, ''));
    const isFolder = statSync(path).isDirectory();
    cpSync(path, join(folder, target, isFolder ? '' : basename(path)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => stage !== undefined || !ignored.some((name) => file === join(project, name)),
    });
  };
  for (const [line, name, rest = ''] of textOf('Dockerfile').matchAll(/^(\w+) (.*)$/gm)) {
    if (name === 'FROM') {
      folder = mkdtempSync(join(tmpdir(), 'control-api-sdk-image-'));
      stages.set(rest.split(' AS ')[1] ?? '', folder);
    } else if (name === 'COPY') copy(/^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? []);
    else if (name === 'RUN') await run(rest, folder);
    else if (name === 'CMD') command = JSON.parse(rest);
    else if (name !== 'USER' && line !== `WORKDIR ${workFolder}`) throw new Error(`Not understood here: ${line}`);
  }
  const remove = () => {
    for (const stage of stages.values()) rmSync(stage, { recursive: true, force: true });
  };
  return { folder, command, remove };
}
