import { join, relative } from 'node:path';
import { type Command, command } from '../command.ts';
import { readIfPresent, writeText } from '../files.ts';
import * as files from '../init-files.ts';
import type { CliIo } from '../io.ts';
import { flag } from '../option.ts';
import { type Project, readProject } from '../project.ts';

/** `control-api init`. */
export const initCommand: Command = command({
  name: 'init',
  summary: 'Set up a project: generator config, first operation, scripts and drift check; nothing is overwritten',
  options: { dryRun: flag('only report what would be written') },
  examples: [
    ['control-api init --dry-run', 'name what would be written'],
    ['control-api init', 'write it, and show the next steps'],
  ],
  run: ({ options }, io) => setUp(options.dryRun, io),
});

/** Lists the written files on stdout; everything else goes to stderr. */
async function setUp(dryRun: boolean, io: CliIo): Promise<undefined> {
  const project = await readProject(io);
  const workflow = join(relative(project.folder, ''), '.github/workflows/control-api-drift.yml');
  const fresh = [
    ['codegen.ts', files.codegenConfig],
    ['operations/devices.graphql', files.devicesOperation],
    ['.env.example', files.envExample],
    [workflow, files.driftWorkflow(project)],
  ] as const;
  for (const [path, text] of fresh) {
    const outcome = await writeText(path, text, { overwrite: false, dryRun }, io);
    if (outcome === 'written') io.stdout.write(`${path}\n`);
    else io.stderr.write(`${path} already exists and was kept.\n`);
  }

  const added = [
    ['.gitignore', files.withEnvIgnored(await readIfPresent('.gitignore', io))],
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
  io.stderr.write(
    `\n${dryRun ? 'Nothing was written. After a run without `--dry-run`:' : 'Next:'}\n${await nextSteps(project)}`,
  );
}

async function nextSteps(project: Project): Promise<string> {
  const { withMajor } = await import('../../graphql/load-peer.ts');
  const { run, add, addDev } = files.managerCommands[project.packageManager];
  const missing = (names: readonly string[]) => names.filter((name) => !project.dependencies.has(name)).map(withMajor);
  const own = missing(['control-api-sdk']);
  const tools = missing([
    'graphql',
    '@graphql-codegen/cli',
    '@graphql-codegen/typescript-operations',
    'typescript',
    '@types/node',
  ]);
  const generated = `./generated/control-api${project.isModule ? '.js' : ''}`;
  const steps = [
    ...(own.length > 0 ? [[`${add} ${own.join(' ')}`]] : []),
    ...(tools.length > 0 ? [[`${addDev} ${tools.join(' ')}`]] : []),
    ['export CONTROL_API_URL=…', 'the base URL of the service; these steps need no key'],
    [`${run} control-api generate`, `writes ${files.generatedFile}`],
    [`${run} control-api schema pull`, 'writes schema.graphql, the snapshot for drift checks: commit it'],
    [`${run} control-api schema show team`, 'shows what else the team has'],
    [`${run} control-api operations add team.devices`, 'writes another operation'],
  ];
  const lines = steps.map(([step = '', note]) => (note === undefined ? step : `${step.padEnd(44)}  # ${note}`));
  return `${lines.map((line) => `  ${line}\n`).join('')}
Then, in src/:
  import { createControlClient } from 'control-api-sdk';
  import { ListDevices } from '${generated}';

  const { team } = await createControlClient().request(ListDevices);

In CI, set the repository variable CONTROL_API_URL. The key belongs in .env (see .env.example), never in the repository.
`;
}
