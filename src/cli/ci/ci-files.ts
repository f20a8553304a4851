import { snapshotFile } from '../../graphql/files/pull-command.ts';
import { managerCommands } from './package-managers.ts';
import type { Project } from './project.ts';

/** Where the jobs run. */
export const ciHosts = ['github', 'gitlab'] as const;

/** A service that runs jobs for a repository. */
export type CiHost = (typeof ciHosts)[number];

/** The branch of the proposed change, and the name of everything else that exists once. */
export const driftBranch = 'control-api-drift';

const commitMessage = 'Update the snapshot of the control API';

/** The command lines of the jobs, in words of the project's package manager. */
export interface CiCommands {
  /** What must run before the install; empty if nothing must. */
  readonly prepare: string;
  readonly install: string;
  /** How `control-api` is called. */
  readonly controlApi: string;
}

/** Decides how the jobs of a project call its tools. */
export function ciCommands({ packageManager, isLocked }: Project): CiCommands {
  const { runInstalled, install, unlocked } = managerCommands[packageManager];
  return {
    prepare: /^(?:pnpm|yarn)/.test(packageManager) ? 'corepack enable' : '',
    install: isLocked ? install : unlocked,
    controlApi: `${runInstalled} control-api-sdk`,
  };
}

/** The checks of a change: on the committed files alone, so that no outage and no change elsewhere makes them fail. */
export function changeChecks({ controlApi }: CiCommands): readonly string[] {
  return [`${controlApi} generate --check`, `${controlApi} check --live ${snapshotFile}`];
}

/**
 * The script that compares with the live schema, and your code with it, refreshes the snapshot and generates. It leaves in `$DRIFT` the report
 * (report.md), its outcome (outcome: `in-step` or `drifted`) and the changed files (changes.patch, empty if there are none).
 */
export function compareScript({ controlApi }: CiCommands): string {
  return `mkdir -p "$DRIFT"
compare() {
  ${controlApi} check --update "$@" \\
    --format markdown --output "$DRIFT/report.md" --format json --output "$DRIFT/report.json"
}
status=0
compare --code || status=$?
# 2: there is no TypeScript project that compiles the generated code here. Then the report has no lines of your code.
if [ "$status" -eq 2 ]; then
  status=0
  compare || status=$?
fi
# 0 is in step and 1 is drifted. Without a verdict, nothing is proposed and this job fails.
[ "$status" -le 1 ] || exit "$status"
node -p 'JSON.parse(fs.readFileSync(process.argv[1])).outcome' "$DRIFT/report.json" > "$DRIFT/outcome"
# Operations that the live schema rejects stop the generator: then its messages belong to the report.
if ! ${controlApi} generate 2> "$DRIFT/generate.txt"; then
  printf '\\nNo code was generated. Correct the operations on this branch, then run \`control-api generate\`:\\n\\n~~~text\\n%s\\n~~~\\n' \\
    "$(head -c 3000 "$DRIFT/generate.txt")" >> "$DRIFT/report.md"
fi
cat "$DRIFT/generate.txt"
git add --all .
git diff --cached --binary > "$DRIFT/changes.patch"
`;
}

/**
 * The script that puts the changed files on the branch, as one commit after the checked-out one, and pushes it to `$REMOTE`. A
 * branch that someone else has worked on is left as it is, with a line in the report.
 */
export const branchScript: string = `git switch --quiet --force-create ${driftBranch}
git apply --index "$DRIFT/changes.patch"
git commit --quiet --message '${commitMessage}'
known=$(git ls-remote "$REMOTE" refs/heads/${driftBranch} | cut -f 1)
[ -z "$known" ] || git fetch --quiet "$REMOTE" refs/heads/${driftBranch}
if [ -n "$known" ] && [ "$(git log -1 --format=%ce "$known")" != "$(git config user.email)" ]; then
  printf '\\nThe branch ${driftBranch} has commits of others and was left as it is. Merge or delete it: the next run makes a new one.\\n' >> "$DRIFT/report.md"
elif [ -n "$known" ] && git diff --quiet "$known" HEAD; then
  echo 'The branch is up to date.'
else
  git push --quiet --force-with-lease="${driftBranch}:$known" "$REMOTE" HEAD:refs/heads/${driftBranch}
fi
`;

/** Indents the lines of a script for the place in YAML where it stands. */
export function indented(script: string, by: number): string {
  return script.trimEnd().replace(/^(?=.)/gm, ' '.repeat(by));
}

/** The titles of what the daily job opens. */
export const titles: Readonly<Record<'change' | 'breaking' | 'issue', string>> = {
  change: commitMessage,
  breaking: `${commitMessage}: operations are affected`,
  issue: 'The control API changed: operations are affected',
};
