import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { isRecord } from '../../src/base/is-record.ts';
import { ended, start } from '../helpers/cli.ts';

// GraphQL Code Generator depends on this parser.
const yaml: { load(text: string): unknown } = createRequire(import.meta.url)('js-yaml');

/** The output of one job of a workflow, and whether all of its steps passed. */
export interface Ran {
  readonly passed: boolean;
  readonly output: string;
  readonly folder: string;
}

/** The parts of GitHub that the steps use. */
export interface Runner {
  /** The bare repository that a job checks out. */
  readonly repository: string;
  readonly work: string;
  readonly variables: Readonly<Record<string, string>>;
  /** A folder of programs that come before all others. */
  readonly programs?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Stands in for the install: makes the packages importable in a checkout. */
  readonly install: (folder: string) => void;
}

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (isRecord(value) ? value : {});
const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fields(value)).map(([name, text]) => [name, String(text)]));

/** Whether the `if` of a job holds: of the forms `vars.NAME == ''` and `vars.NAME != ''`. */
export function isDue(workflow: unknown, job: string, { variables }: Pick<Runner, 'variables'>): boolean {
  const condition = fields(fields(fields(workflow)['jobs'])[job])['if'];
  if (condition === undefined) return true;
  const [, name = '', operator] = /^vars\.(\w+) (==|!=) ''$/.exec(String(condition)) ?? [];
  if (operator === undefined) throw new Error(`A condition that is not understood: ${condition}`);
  return ((variables[name] ?? '') === '') === (operator === '==');
}

/** Runs the steps of a job: shell steps with the shell of the runner, and actions by their effect. */
export async function runJob(workflow: unknown, name: string, runner: Runner): Promise<Ran> {
  const job = fields(fields(fields(workflow)['jobs'])[name]);
  const folder = mkdtempSync(join(runner.work, `${name}-`));
  const temp = mkdtempSync(join(runner.work, `${name}-temp-`));
  const value = (text: string): string =>
    text.replaceAll(/\$\{\{ *([\w.]+) *\}\}/g, (_, expression: string) => {
      const [context, key = ''] = expression.split('.');
      if (context === 'vars') return runner.variables[key] ?? '';
      if (expression === 'runner.temp') return temp;
      if (expression === 'github.token') return 'the-token-of-the-job';
      throw new Error(`An expression that is not understood: ${expression}`);
    });
  const values = (record: unknown) =>
    Object.fromEntries(Object.entries(texts(record)).map(([key, text]) => [key, value(text)]));
  const { shell, 'working-directory': workingDirectory = '' } = fields(fields(job['defaults'])['run']);
  const cwd = join(folder, String(workingDirectory));
  // GitHub runs `bash -e` by default.
  const flags = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
  const env = {
    PATH: [...(runner.programs ? [runner.programs] : []), process.env['PATH']].join(delimiter),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REF_NAME: 'main',
    GITHUB_STEP_SUMMARY: join(temp, 'summary.md'),
    RUNNER_TEMP: temp,
    // No settings of the user of this machine, and no remarks of npm about them.
    npm_config_loglevel: 'error',
    GIT_CONFIG_GLOBAL: join(temp, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
    ...runner.env,
    ...values(job['env']),
  };
  const steps = Array.isArray(job['steps']) ? job['steps'].map(fields) : [];
  let passed = true;
  let output = '';
  for (const [index, step] of steps.entries()) {
    const condition = step['if'];
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a workflow
    if (condition !== undefined && condition !== '${{ !cancelled() }}')
      throw new Error(`A condition that is not understood: ${condition}`);
    if (!passed && condition === undefined) continue;
    if (step['uses'] !== undefined) act(String(step['uses']).replace(/@.*/, ''), values(step['with']));
    else if (/^npm (?:ci|install) --ignore-scripts$/.test(String(step['run']))) runner.install(folder);
    else {
      const script = join(temp, `step-${index}.sh`);
      writeFileSync(script, value(String(step['run'])));
      // Asynchronous, because the service answers in this process.
      const ran = await ended(start('bash', [...flags, script], { ...env, ...values(step['env']) }, cwd));
      output += ran.stdout + ran.stderr;
      passed &&= ran.code === 0;
    }
  }
  return { passed, output, folder };

  function act(action: string, inputs: Readonly<Record<string, string>>): void {
    const artifact = join(runner.work, 'artifacts', inputs['name'] ?? '');
    const actions: Record<string, () => void> = {
      'actions/checkout': () => checkout(runner.repository, folder),
      'actions/setup-node': () => {},
      'actions/upload-artifact': () => cpSync(resolve(folder, inputs['path'] ?? ''), artifact, { recursive: true }),
      'actions/download-artifact': () => cpSync(artifact, resolve(folder, inputs['path'] ?? ''), { recursive: true }),
    };
    const run = actions[action];
    if (run === undefined) throw new Error(`An action that is not understood: ${action}`);
    run();
  }
}

/** A checkout of continuous integration: the last commit alone. */
export function checkout(repository: string, folder: string, ...options: readonly string[]): void {
  const { status, stderr } = spawnSync('git', [
    ...['clone', '--quiet', '--depth', '1', ...options],
    ...[`file://${repository}`, folder],
  ]);
  if (status !== 0) throw new Error(String(stderr));
}

/** Every `uses` in the text of a workflow. */
export const usesOf = (workflow: string): readonly string[] =>
  [...workflow.matchAll(/^\s*-? *uses: *(.*)$/gm)].map(([, action = '']) => action);

export const readWorkflow = (file: string): unknown => yaml.load(readFileSync(file, 'utf8'));
