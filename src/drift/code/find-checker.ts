import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { up } from 'empathic/find';
import { installCommand } from '../../graphql/files/commands.ts';
import { ControlApiError } from '../../index.ts';

/** The program that checks the code of a project. */
export interface Checker {
  /** As it is written in a shell. */
  readonly command: string;
  /** The file of the program and its arguments, for Node; undefined for a command of the integrator's. */
  readonly program?: readonly string[];
  readonly folder: string;
}

const compile = ['--noEmit', '--pretty', 'false'];
const build = ['--build', '--pretty', 'false'];
const check = ['--threshold', 'error', '--output', 'human'];

/**
 * The checker of a project: the given command, else the compiler of components or the one of TypeScript that is installed.
 *
 * @param command - As it is written in a shell; undefined for the installed one.
 * @throws {ControlApiError} if there is no `tsconfig.json` in the folder or above it, or no compiler is installed.
 */
export function findChecker(command: string | undefined, cwd: string): Checker {
  if (command !== undefined) return { command, folder: cwd };
  const given = "pass the command that checks your code: `--code-command 'npm run typecheck'`";
  const config = up('tsconfig.json', { cwd });
  if (config === undefined)
    throw new ControlApiError(
      'configuration',
      `No tsconfig.json was found: ${given}; for JavaScript, write one with \`allowJs\` and \`checkJs\`.`,
    );
  const folder = dirname(config);
  const args = hasReferences(config) ? build : compile;
  for (const [name, installed, own] of [
    ['vue-tsc', 'vue-tsc', args],
    ['svelte-check', 'svelte-check', check],
    ['tsc', 'typescript', args],
  ] as const) {
    const file = programOf(folder, name, installed);
    if (file === undefined) continue;
    // The other arguments say how to write the output.
    const shown = own === check ? name : `${name} ${own[0]}`;
    return { command: shown, program: [file, ...own], folder };
  }
  throw new ControlApiError(
    'configuration',
    `Checking your code needs TypeScript, which is not installed: run \`${installCommand(['typescript'], cwd)}\`, or ${given}.`,
  );
}

function hasReferences(config: string): boolean {
  return /^[^/]*"references"\s*:\s*\[\s*\{/m.test(readFileSync(config, 'utf8'));
}

function programOf(folder: string, name: string, installed: string): string | undefined {
  const require = createRequire(join(folder, 'from-here.js'));
  try {
    const manifest = require.resolve(`${installed}/package.json`);
    const { bin = '' }: { readonly bin?: string | Readonly<Record<string, string>> } = require(manifest);
    return join(dirname(manifest), typeof bin === 'string' ? bin : (bin[name] ?? ''));
  } catch {
    return undefined;
  }
}
