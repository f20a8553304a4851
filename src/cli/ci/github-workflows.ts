import {
  branchScript,
  type CiCommands,
  changeChecks,
  ciCommands,
  compareScript,
  driftBranch,
  indented,
  titles,
} from './ci-files.ts';
import type { Project } from './project.ts';

/** Actions by commit, since a tag can be moved; the comment is for people and for the tools that update pins. */
const actions = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  setupBun: 'oven-sh/setup-bun@0c5077e51419868618aeaa5fe8019c62421857d6 # v2.2.0',
  upload: 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1',
  download: 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
} as const;

/** The workflow of a pull request: the committed files against each other, without the service, variables or secrets. */
export function checkWorkflow(project: Project): string {
  const commands = ciCommands(project);
  return `# Checks that the operations, the generated code and schema.graphql of a change fit together. It contacts no service.
name: control-api

on:
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 10
${defaults(project)}    steps:
${setUp(project, commands)}${changeChecks(commands)
  .map((line) => `      - run: ${line}\n`)
  .join('')}        if: \${{ !cancelled() }}
`;
}

/**
 * The daily workflow: one job reads the live schema with no right to write, another one that runs no code of packages opens,
 * updates and closes the pull request and the issue.
 */
export function driftWorkflow(project: Project): string {
  const commands = ciCommands(project);
  return `# Every day: compares the live schema with schema.graphql. If it changed, one pull request has the new snapshot, the generated
# code and the report. If operations are affected, there is one issue, too; it is closed when all is in step. No key is needed.
# Set the repository variable CONTROL_API_URL to the base URL of the service, and allow GitHub Actions to create pull requests
# (Settings, Actions, General).
name: control-api drift

on:
  schedule:
    - cron: '37 4 * * *'
  workflow_dispatch:

permissions: {}

concurrency:
  group: control-api-drift

jobs:
  skip:
    if: vars.CONTROL_API_URL == ''
    runs-on: ubuntu-latest
    timeout-minutes: 5
    steps:
      - run: echo '::notice::Skipped, since the repository variable CONTROL_API_URL is not set.'

  compare:
    if: vars.CONTROL_API_URL != ''
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
${defaults(project)}    steps:
${setUp(project, commands)}      - name: Compare, refresh the snapshot, generate
        env:
          CONTROL_API_URL: \${{ vars.CONTROL_API_URL }}
          DRIFT: \${{ runner.temp }}/drift
        run: |
${indented(compareScript(commands), 10)}
      - uses: ${actions.upload}
        with:
          name: drift
          path: \${{ runner.temp }}/drift
          if-no-files-found: error
          retention-days: 7

  report:
    needs: compare
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: write
      issues: write
      pull-requests: write
    defaults:
      run:
        shell: bash
    steps:
      - uses: ${actions.checkout}
        with:
          persist-credentials: false
      - uses: ${actions.download}
        with:
          name: drift
          path: \${{ runner.temp }}/drift
      - name: Open, update or close the pull request
        env:
          DRIFT: \${{ runner.temp }}/drift
          GH_TOKEN: \${{ github.token }}
          REMOTE: origin
        run: |
${indented(pullRequestScript, 10)}
      - name: Open, update or close the issue
        if: \${{ !cancelled() }}
        env:
          DRIFT: \${{ runner.temp }}/drift
          GH_TOKEN: \${{ github.token }}
        run: |
${indented(issueScript, 10)}
`;
}

const pullRequestScript = `open=$(gh pr list --head ${driftBranch} --state open --json number --jq '.[0].number // empty')
if [ ! -s "$DRIFT/changes.patch" ]; then
  [ -z "$open" ] || gh pr close "$open" --delete-branch --comment 'The live schema and the snapshot are equal again.'
  exit 0
fi
gh auth setup-git
git config user.name 'github-actions[bot]'
git config user.email '41898282+github-actions[bot]@users.noreply.github.com'
${branchScript}title='${titles.change}'
[ "$(cat "$DRIFT/outcome")" = in-step ] || title='${titles.breaking}'
if [ -n "$open" ]; then
  gh pr edit "$open" --title "$title" --body-file "$DRIFT/report.md"
else
  gh pr create --head ${driftBranch} --base "$GITHUB_REF_NAME" --title "$title" --body-file "$DRIFT/report.md"
fi
`;

const issueScript = `open=$(gh issue list --label ${driftBranch} --state open --json number --jq '.[0].number // empty')
if [ "$(cat "$DRIFT/outcome")" = in-step ]; then
  [ -z "$open" ] || gh issue close "$open" --comment 'The live schema and the operations are in step again.'
  exit 0
fi
printf '\\nThe branch ${driftBranch} has the new snapshot.\\n' >> "$DRIFT/report.md"
if [ -n "$open" ]; then
  gh issue edit "$open" --body-file "$DRIFT/report.md"
else
  gh label create ${driftBranch} --force --description 'Changes of the control API that affect operations'
  gh issue create --label ${driftBranch} --title '${titles.issue}' --body-file "$DRIFT/report.md"
fi
`;

/** A shell that stops at the first failure, in the folder of the project. */
function defaults({ folder }: Project): string {
  const place = folder === '' ? '' : `        working-directory: ${JSON.stringify(folder)}\n`;
  return `    defaults:\n      run:\n        shell: bash\n${place}`;
}

function setUp({ packageManager }: Project, { prepare, install }: CiCommands): string {
  return `      - uses: ${actions.checkout}
        with:
          persist-credentials: false
      - uses: ${actions.setupNode}
        with:
          node-version: 22
${packageManager === 'bun' ? `      - uses: ${actions.setupBun}\n` : ''}${prepare === '' ? '' : `      - run: ${prepare}\n`}      - run: ${install}
`;
}
