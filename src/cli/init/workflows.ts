import { posix } from 'node:path';
import { shellWord } from '../../base/words.ts';
import { managerCommands } from '../../graphql/files/package-manager.ts';
import compare from './compare.sh?raw';
import githubCheck from './github-check.yml?raw';
import githubDrift from './github-drift.yml?raw';
import githubSetUp from './github-set-up.yml?raw';
import gitlab from './gitlab.yml?raw';
import type { Project } from './project.ts';
import propose from './propose.sh?raw';

/** The facts about a project that decide about its CI. */
type SetUp = Pick<Project, 'packageManager' | 'isLocked' | 'folder' | 'snapshot' | 'generated'>;

/** A file of a repository's CI. */
interface Workflow {
  readonly path: string;
  readonly text: string;
}

/**
 * The workflow of a pull request, and the daily one, for GitHub; the jobs of both, for GitLab. Each package of a repository has its
 * own, with its folder in every name.
 */
export function workflowsOf(project: SetUp): Readonly<Record<'githubCheck' | 'githubDrift' | 'gitlab', Workflow>> {
  const { packageManager, folder, snapshot, generated } = project;
  // The daily job may change these.
  const changedFiles = [snapshot, ...generated];
  const at = folder && `.${folder.replaceAll('/', '.').replace(/[^\w.-]/g, '_')}`;
  const { runInstalled, install } = managerCommands(project);
  const isBun = packageManager === 'bun';
  const prepare = /^(?:pnpm|yarn)/.test(packageManager) ? 'corepack enable' : '';
  // A pattern of git's own would match other files, too.
  const includes = changedFiles.map((file) => posix.join(folder, file).replace(/[*?[\]\\]/g, '\\$&'));
  const values = {
    at,
    of: at && ` in ${folder.replace(/[^\w./@-]/g, '_')}`,
    'control-api': `${runInstalled} control-api-sdk`,
    files: changedFiles.map(shellWord).join(' '),
    includes: includes.map((file) => `--include=${shellWord(file)}`).join(' '),
    install,
    snapshot: shellWord(snapshot),
    prepare: prepare && `- run: ${prepare}`,
    'set-up-bun': isBun ? '- uses: oven-sh/setup-bun@0c5077e51419868618aeaa5fe8019c62421857d6 # v2.2.0' : '',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub takes `${{` for an expression, so a name that has it is one
    'working-directory': folder && `working-directory: ${JSON.stringify(folder.replaceAll('${{', "${{ '${{' }}"))}`,
  };
  const scripts = { compare: filled(compare, values), propose: filled(propose, values) };
  const github = { ...values, ...scripts, 'set-up': filled(githubSetUp, values) };
  const gitlabSetUp = [folder && `cd ${shellWord(folder)}`, isBun ? 'npm install --global bun@1' : '', prepare, install]
    .filter((line) => line !== '')
    .map((line) => `- ${/^[\w ./@=-]+$/.test(line) ? line : JSON.stringify(line)}`);
  return {
    githubCheck: { path: `.github/workflows/control-api${at}.yml`, text: filled(githubCheck, github) },
    githubDrift: { path: `.github/workflows/control-api-drift${at}.yml`, text: filled(githubDrift, github) },
    gitlab: {
      path: `.gitlab/control-api${at}.yml`,
      text: filled(gitlab, { ...values, ...scripts, 'set-up': gitlabSetUp.join('\n') }),
    },
  };
}

/** A template with its `<<names>>` replaced. A name on a line of its own takes its indentation, and goes with it if it is empty. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  const textFor = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`A template has an unknown <<${name}>>.`);
    return value.trimEnd();
  };
  return template
    .replace(/^( *)<<([\w-]+)>>\n/gm, (_, indent: string, name: string) => {
      const value = textFor(name);
      return value === '' ? '' : `${value.replace(/^(?=.)/gm, indent)}\n`;
    })
    .replace(/<<([\w-]+)>>/g, (_, name: string) => textFor(name));
}
