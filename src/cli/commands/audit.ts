import { plural } from '../../base/plural.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { type Command, command } from '../line/command.ts';
import { choiceOption, flag } from '../line/option.ts';
import { styler } from '../terminal/colour.ts';
import { json, visible } from '../terminal/visible.ts';

type Leak = import('../audit/find-leaks.ts').Leak;
type LeakKind = import('../audit/find-leaks.ts').LeakKind;

const notes = `
Found: the configured API key (as it is, in base64, percent-encoded), bearer
tokens, and this package's runtime; also in source maps, gzip and brotli.
What is found is not shown: only the file and the offset in bytes (in a
compressed file, of its content). For archives and other encodings, use a
scanner such as gitleaks.
Exits 0 nothing found, 1 found, 2 no key or wrong usage, 3 not all searched.
`;

/** `control-api audit`. */
export const auditCommand: Command = command({
  name: 'audit',
  summary: 'Search built client assets for the API key and server code',
  arguments: [
    { name: 'dir', text: 'folders and files of built assets', optional: true, many: true, completes: 'files' },
  ],
  options: {
    git: flag('search the history of git, too, for the key and bearer tokens'),
    format: choiceOption('<format>', ['text', 'json'], 'the output format', 'text'),
  },
  examples: [
    ['control-api audit dist', 'after a build: exit 1 if anything is found'],
    ['control-api audit .next/static --git', 'the history of the repository, too'],
  ],
  notes,
  run: async ({ words: paths, options: { git, format } }, io) => {
    if (paths.length === 0 && !git)
      throw usageError(
        'There is nothing to search: name the folder of your client assets, such as dist, or pass `--git`.',
      );
    const [{ audit }, { hasKey }] = await Promise.all([import('../audit/audit.ts'), import('../line/settings.ts')]);
    const key = hasKey(io);
    const leaks: (Leak & { readonly file: string })[] = [];
    const problems: { readonly file: string; readonly text: string }[] = [];
    let [contents, bytes] = [0, 0];
    for await (const searched of audit(paths, git, io)) {
      contents += 1;
      bytes += searched.bytes;
      const { name: file, problem } = searched;
      for (const leak of searched.leaks) {
        leaks.push({ file, ...leak });
        if (format === 'text') io.stdout.write(lineOf(file, leak, io));
      }
      if (problem === undefined) continue;
      problems.push({ file, text: problem });
      io.note(`${file} ${problem}: not searched to its end.`);
    }
    if (format === 'json') io.stdout.write(`${json({ key, contents, bytes, leaks, problems }, 2)}\n`);
    const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
    const extent = `${plural(contents, 'file')} (${size})`;
    if (leaks.length > 0) {
      for (const kind of new Set(leaks.map((leak) => leak.kind))) io.note(todo[kind]);
      return exitCodes.no;
    }
    if (problems.length > 0)
      throw new ExitError(exitCodes.unknown, `Nothing was found, but not all of ${extent} could be searched.`);
    if (!key)
      throw usageError(
        `No bearer token and no runtime was found in ${extent}, but no key was searched for, since none is set: set CONTROL_API_KEY, CONTROL_API_KEY_FILE or CONTROL_API_KEY_COMMAND.`,
      );
    io.note(`Nothing was found in ${extent}.`);
    return exitCodes.ok;
  },
});

const nameOf: Readonly<Record<LeakKind, string>> = {
  key: 'the API key',
  bearer: 'a bearer token',
  runtime: 'the runtime of control-api-sdk',
};

const todo: Readonly<Record<LeakKind, string>> = {
  key: 'The key: make a new one (web UI: team settings, Create API Key), use that, and have support revoke the old one.',
  bearer: 'A bearer token: if it is real, have it revoked, and keep the new one on the server.',
  runtime: 'The runtime: import control-api-sdk in code of the server alone.',
};

function lineOf(file: string, { kind, offset, encoded, count }: Leak, io: CliIo): string {
  const style = styler(io);
  const details = `${encoded ? ', encoded' : ''}${count > 1 ? ` (${count} times)` : ''}`;
  return `${visible(file)}:${offset}: ${style('red', nameOf[kind])}${details}\n`;
}
