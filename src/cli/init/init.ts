import { join, posix, relative } from 'node:path';
import { VERSION } from '../../base/version.ts';
import { configFileIn, configFiles } from '../../codegen/project-config.ts';
import { managerCommands, withMajor } from '../../graphql/files/package-manager.ts';
import { exitCodes } from '../exit.ts';
import { readIfPresent, writeNew, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import * as files from './init-files.ts';
import { type Project, readPackage } from './project.ts';
import { workflowsOf } from './workflows.ts';

/** Sets up the project in the folder, and prints the names of the written files. */
export async function initProject(
  { ci, dryRun }: { readonly ci: files.CiHost | undefined; readonly dryRun: boolean },
  io: CliIo,
): Promise<number> {
  const project = await readPackage(io);
  const host = ci ?? (project.hasGitlabPipeline ? 'gitlab' : 'github');
  const { output, generated } = project;
  const [forTypeScript, forJavaScript] = configFiles;
  const config = configFileIn(io.cwd) ?? (project.isTypeScript ? forTypeScript : forJavaScript);
  const workflows = workflowsOf(project);
  const jobs = host === 'github' ? [workflows.githubCheck, workflows.githubDrift] : [workflows.gitlab];
  const fresh = [
    [config, files.codegenConfig(output)],
    [project.listing, files.devicesOperation],
    ['.env.example', files.envExample],
    ...jobs.map(({ path, text }) => [inRepository(project, path), text] as const),
  ] as const;
  for (const [path, text] of fresh) await writeNew(path, text, dryRun, io);
  const pipeline = inRepository(project, '.gitlab-ci.yml');
  const gitlab = files.gitlabPipeline(workflows.gitlab.path, await readIfPresent(pipeline, io));
  if (host === 'gitlab' && gitlab === undefined) io.stderr.write(`${pipeline} already exists and was kept.\n`);
  const added = [
    ...(host === 'gitlab' && gitlab !== undefined ? [[pipeline, gitlab] as const] : []),
    ['.gitignore', files.withEnvIgnored(await readIfPresent('.gitignore', io))],
    ['.gitattributes', files.withLineEnds(await readIfPresent('.gitattributes', io), generated)],
    ['package.json', files.withScripts(project.packageJson)],
  ] as const;
  for (const [path, text] of added) {
    const outcome = await writeText(path, text, { overwrite: true, dryRun }, io);
    if (outcome === 'written') io.stdout.write(`${path}\n`);
  }
  for (const [name, command] of Object.entries(files.scripts)) {
    const present = project.scripts[name];
    if (present !== undefined && present !== command)
      io.stderr.write(`The script ${name} already exists and was kept. The default is: ${command}\n`);
  }
  // A changed listing stays: `operations add` would keep it.
  const listing = (await readIfPresent(project.listing, io)) ?? files.devicesOperation;
  const steps = nextSteps(project, listing !== files.devicesOperation);
  const ciStep = host === 'github' ? githubStep : gitlabStep(workflows.gitlab.path);
  const when = dryRun ? 'Nothing was written. After a run without `--dry-run`:' : 'Next:';
  io.stderr.write(`\n${when}\n${steps}${ciStep}\n`);
  return exitCodes.ok;
}

/** The path of a file in the root of the repository. */
function inRepository({ folder }: Project, path: string): string {
  return join(relative(folder, ''), path);
}

function nextSteps(project: Project, isListingKept: boolean): string {
  const { run, add, addDev } = managerCommands(project);
  const missing = (names: readonly string[]) =>
    names.filter((name) => !project.dependencies.has(name)).map((name) => withMajor(name));
  const own = missing(['control-api-sdk']);
  const tools = missing([
    'graphql',
    '@graphql-codegen/cli',
    ...(project.isTypeScript ? ['typescript', '@types/node'] : []),
  ]);
  const step = (command: string, note: string): string => `  ${command.padEnd(48)}  # ${note}\n`;
  const sdk = (command: string, note: string): string => step(`${run} control-api-sdk ${command}`, note);
  const steps = [
    // The package is on no registry, where anybody could publish under its name.
    own.length > 0 &&
      step(`${add} ./control-api-sdk-${VERSION}.tgz`, 'from where `npm pack` wrote it: it is on no registry'),
    tools.length > 0 && `  ${addDev} ${tools.join(' ')}\n`,
    step('export CONTROL_API_URL=…', 'the base URL of the service; these steps need no key'),
    sdk('schema pull', `writes ${project.snapshot}, the snapshot of the live schema: commit it`),
    !isListingKept && sdk('operations add team.devices', 'writes the list of devices with its pages and fields'),
    sdk('generate', `writes ${project.output} for that snapshot: commit it, too`),
    sdk('schema show', 'shows what else there is'),
  ];
  return `${steps.filter(Boolean).join('')}${project.isTypeScript ? '' : '\nThe generated code is JavaScript, since the project has no typescript and no tsconfig.json.\n'}
Then, in src/:
${firstCall(project)}

The key belongs in .env (see .env.example), never in the repository.
`;
}

/** Code for the kind of modules in the project. */
function firstCall({ isModule, isTypeScript, output }: Project): string {
  const lines = [
    ['{ createControlClient }', 'control-api-sdk'],
    [
      '{ ListDevices }',
      `./${posix.relative('src', output).replace(/\.(?:ts|js)$/, isModule || !isTypeScript ? '.js' : '')}`,
    ],
  ].map(([names, from]) =>
    isModule || isTypeScript ? `import ${names} from '${from}';` : `const ${names} = require('${from}');`,
  );
  const call = isModule
    ? 'const { team } = await createControlClient().request(ListDevices);'
    : 'createControlClient().request(ListDevices).then(({ team }) => console.log(team));';
  return [...lines, '', call].map((line) => `  ${line}`.trimEnd()).join('\n');
}

const githubStep =
  'In CI, set the repository variable CONTROL_API_URL, and allow GitHub Actions to create pull requests.';

function gitlabStep(jobsFile: string): string {
  const include = files.gitlabPipeline(jobsFile) ?? '';
  return `In CI, set the variables that ${jobsFile} names, and add a pipeline schedule. A .gitlab-ci.yml of yours needs:
${include.replace(/^/gm, '  ').trimEnd()}`;
}
