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

type SetUp = Pick<Project, 'packageManager' | 'isLocked' | 'folder' | 'snapshot' | 'generated'>;

interface Workflow {
  readonly path: string;
  readonly text: string;
}

/**
 * The CI files: for GitHub, a workflow for pull requests and a daily one; for GitLab, the jobs of both. Each package of a repository
 * has its own files, with the folder of the package in their names.
 */
export function workflowsOf(project: SetUp): Readonly<Record<'githubCheck' | 'githubDrift' | 'gitlab', Workflow>> {
  const { packageManager, folder, snapshot, generated } = project;
  // The daily job proposes changes of these files.
  const changedFiles = [snapshot, ...generated];
  const at = folder && `.${folder.replaceAll('/', '.').replace(/[^\w.-]/g, '_')}`;
  const { runInstalled, install } = managerCommands(project);
  const isBun = packageManager === 'bun';
  const prepare = /^(?:pnpm|yarn)/.test(packageManager) ? 'corepack enable' : '';
  // An unescaped pattern would match other files, too.
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

/** Replaces the `<<names>>` of a template. A name alone on a line indents its text, and an empty text removes the line. */
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
