import { snapshotFile } from '../../graphql/files/snapshot.ts';

/** A service that runs jobs for a repository. */
export type CiHost = 'github' | 'gitlab';

/** The generated code: JavaScript has its types beside it. */
export const generatedFiles = (output: string): readonly [output: string, ...beside: string[]] =>
  /\.[cm]?js$/.test(output)
    ? [output, output.replace(/js$/, 'd.ts').replace(/(?<=\.)([cm])d\.ts$/, 'd.$1ts')]
    : [output];

/** A `.gitlab-ci.yml` that runs the jobs of a file; undefined where the present one has more than such lines. */
export function gitlabPipeline(jobsFile: string, present: string = 'include:\n'): string | undefined {
  const line = `  - local: ${jobsFile}\n`;
  if (present.includes(line)) return present;
  return /^include:\n(?: {2}- local: \S+\n)*$/.test(present) ? present + line : undefined;
}

/** The config of the generator. */
export const codegenConfig = (output: string): string => `import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: '${snapshotFile}',
  checkLive: true, // where CONTROL_API_URL is set: a change of the live schema that breaks you fails
  operations: 'operations/*.graphql',
  output: '${output}',
});
`;

/** The documented list operation, verbatim. `operations add team.devices` writes its file anew, from the schema. */
export const devicesOperation = `# The documented list of devices. To write it with all fields and pages, run: control-api operations add team.devices
query ListDevices {
  team {
    devices {
      nodes {
        id
        name
      }
    }
  }
}
`;

export const envExample = `# Copy this file to .env, which git ignores, and fill it in. The command control-api reads it; your own programs read it with:
# node --env-file=.env <script>

# The base URL of the service, without /graphql.
CONTROL_API_URL=

# A key gives full admin access to the team, cannot be viewed again, and only support can revoke it. Keep it on the server.
# Create it in the web UI: team settings, Create API Key. Generating, reading the schema and checking for drift need no key.
CONTROL_API_KEY=
`;

/** Package scripts, with the commands that the documentation names. */
export const scripts: Readonly<Record<string, string>> = {
  generate: 'control-api generate',
  'generate:check': 'control-api generate --check',
  'schema:pull': 'control-api schema pull',
  'schema:check': 'control-api check',
};

/** Adds the missing scripts to the text of a package.json and keeps its formatting. */
export function withScripts(packageJson: string): string {
  const manifest = JSON.parse(packageJson);
  manifest.scripts = { ...scripts, ...manifest.scripts };
  // The scripts of the project stay first.
  manifest.scripts = Object.fromEntries(
    Object.entries(manifest.scripts).sort(([a], [b]) => Number(a in scripts) - Number(b in scripts)),
  );
  const indent = /^[ \t]+(?=")/m.exec(packageJson)?.[0] ?? '  ';
  return JSON.stringify(manifest, null, indent) + (/\r?\n$/.exec(packageJson)?.[0] ?? '');
}

/** Adds the lines by which git leaves the ends of lines of the generated files as they are, to a .gitattributes that lacks them. */
export function withLineEnds(gitattributes = '', generated: readonly string[]): string {
  const named = gitattributes.split(/\r?\n/).map((line) => line.trim().split(/\s/)[0]);
  const added = generated.filter((file) => !named.includes(file)).map((file) => `${file} text eol=lf`);
  return withLines(gitattributes, added);
}

/** Adds the lines that ignore `.env` and its kin (`.env.local`), but not its example, to a .gitignore that lacks them. */
export function withEnvIgnored(gitignore = ''): string {
  const lines = gitignore.split(/\r?\n/).map((line) => line.trim());
  const ignored = lines.some((line) => /^\/?(?:\*\*\/)?\.env\.?\*$/.test(line));
  const kept = lines.some((line) => /^!.*\.env\.example$/.test(line));
  const added = [...(ignored ? [] : ['.env*']), ...(kept ? [] : ['!.env.example'])];
  return withLines(gitignore, added);
}

function withLines(text: string, added: readonly string[]): string {
  if (added.length === 0) return text;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${gap}${added.join('\n')}\n`;
}
