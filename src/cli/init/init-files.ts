import { snapshotFile } from '../../graphql/files/commands.ts';

export type CiHost = 'github' | 'gitlab';

/** A `.gitlab-ci.yml` that includes a file of jobs; undefined if the present one has other content. */
export function gitlabPipeline(jobsFile: string, present: string = 'include:\n'): string | undefined {
  const line = `  - local: ${jobsFile}\n`;
  if (present.includes(line)) return present;
  return /^include:\n(?: {2}- local: \S+\n)*$/.test(present) ? present + line : undefined;
}

export const codegenConfig = (output: string): string => `import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: '${snapshotFile}',
  checkLive: true, // with CONTROL_API_URL, a breaking change of the live schema fails
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

export const scripts: Readonly<Record<string, string>> = {
  generate: 'control-api generate',
  'generate:check': 'control-api generate --check',
  'schema:pull': 'control-api schema pull',
  'schema:check': 'control-api check',
};

/** Adds missing scripts to a package.json and keeps its formatting. */
export function withScripts(packageJson: string): string {
  const manifest = JSON.parse(packageJson);
  manifest.scripts = { ...scripts, ...manifest.scripts };
  // The existing scripts stay first.
  manifest.scripts = Object.fromEntries(
    Object.entries(manifest.scripts).sort(([a], [b]) => Number(a in scripts) - Number(b in scripts)),
  );
  const indent = /^[ \t]+(?=")/m.exec(packageJson)?.[0] ?? '  ';
  return JSON.stringify(manifest, null, indent) + (/\r?\n$/.exec(packageJson)?.[0] ?? '');
}

/** Adds missing lines to a .gitattributes, so that git keeps the line ends of the generated files. */
export function withLineEnds(gitattributes = '', generated: readonly string[]): string {
  const named = gitattributes.split(/\r?\n/).map((line) => line.trim().split(/\s/)[0]);
  const added = generated.filter((file) => !named.includes(file)).map((file) => `${file} text eol=lf`);
  return withLines(gitattributes, added);
}

/** Adds missing lines to a .gitignore: `.env` and its variants are ignored, `.env.example` is not. */
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
