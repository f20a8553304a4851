import { plural } from '../../base/words.ts';
import { ExitError, exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { type Command, command } from '../line/command.ts';
import { choiceOption } from '../line/option.ts';
import { styler } from '../terminal/colour.ts';
import { json, visible } from '../terminal/visible.ts';

type Leak = import('../audit/audit.ts').Leak;

const notes = `
Found: the configured API key as it is, in base64 and percent-encoded. It is not
shown: only the file and the offset in bytes. For archives, compressed files,
other secrets and the history of git, use a scanner such as gitleaks.
Exits 0 nothing found, 1 found, 2 no key or wrong usage, 3 not all searched.
`;

/** `control-api audit`. */
export const auditCommand: Command = command({
  name: 'audit',
  summary: 'Search built client assets for the API key',
  arguments: [{ name: 'dir', text: 'folders and files of built assets', many: true, completes: 'files' }],
  options: { format: choiceOption('<format>', ['text', 'json'], 'the output format', 'text') },
  examples: [
    ['control-api audit dist', 'after a build: exit 1 if the key is in it'],
    ['control-api audit .next/static public --format json', 'several folders, for a script'],
  ],
  notes,
  run: async ({ words: paths, options: { format } }, io) => {
    const { audit } = await import('../audit/audit.ts');
    const leaks: (Leak & { readonly file: string })[] = [];
    const problems: { readonly file: string; readonly text: string }[] = [];
    let [contents, bytes] = [0, 0];
    for await (const searched of audit(paths, io)) {
      const { name: file, leak, problem } = searched;
      contents += 1;
      bytes += searched.bytes;
      if (leak !== undefined) {
        leaks.push({ file, ...leak });
        if (format === 'text') io.stdout.write(lineOf(file, leak, io));
      }
      if (problem === undefined) continue;
      problems.push({ file, text: problem });
      io.note(`${file} ${problem}: not searched.`);
    }
    if (format === 'json') io.stdout.write(`${json({ contents, bytes, leaks, problems }, 2)}\n`);
    const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
    const extent = `${plural(contents, 'file')} (${size})`;
    if (leaks.length > 0) {
      io.note('Make a new key (web UI: team settings, Create API Key), use that, and have support revoke the old one.');
      return exitCodes.no;
    }
    if (problems.length > 0)
      throw new ExitError(exitCodes.unknown, `Nothing was found, but not all of ${extent} could be searched.`);
    io.note(`Nothing was found in ${extent}.`);
    return exitCodes.ok;
  },
});

function lineOf(file: string, { offset, encoded, count }: Leak, io: CliIo): string {
  const details = `${encoded ? ', encoded' : ''}${count > 1 ? ` (${count} times)` : ''}`;
  return `${visible(file)}:${offset}: ${styler(io)('red', 'the API key')}${details}\n`;
}
