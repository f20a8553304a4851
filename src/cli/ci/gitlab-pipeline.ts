import { branchScript, changeChecks, ciCommands, compareScript, driftBranch, indented, titles } from './ci-files.ts';
import type { Project } from './project.ts';

/** Where the jobs are written: what already is in `.gitlab-ci.yml` stays as it is. */
export const gitlabJobsFile = '.gitlab/control-api.yml';

/** What `.gitlab-ci.yml` must say to run the jobs. */
export const gitlabInclude: string = `include:
  - local: ${gitlabJobsFile}
`;

/** The jobs for GitLab: the check of a merge request, and the daily comparison with what it opens, updates and closes. */
export function gitlabJobs(project: Project): string {
  const commands = ciCommands(project);
  const { prepare, install } = commands;
  const start = [
    ...(project.folder === '' ? [] : [`cd ${JSON.stringify(project.folder)}`]),
    ...(project.packageManager === 'bun' ? ['npm install --global bun@1'] : []),
    ...(prepare === '' ? [] : [prepare]),
    install,
  ];
  const list = (lines: readonly string[]): string => lines.map((line) => `    - ${line}\n`).join('');
  return `# A merge request: the operations, the generated code and schema.graphql of the change fit together. It contacts no service.
#
# Daily, by a pipeline schedule (Build, Pipeline schedules): compares the live schema with schema.graphql. If it changed, one merge
# request has the new snapshot, the generated code and the report. If operations are affected, there is one issue, too; it is
# closed when all is in step. No key of the service is needed. Set these variables (Settings, CI/CD):
#   CONTROL_API_URL          the base URL of the service
#   CONTROL_API_DRIFT_TOKEN  a project access token (role Developer, scope api): masked, protected, and of the environment
#                            scope control-api-drift, so that only the job that runs no code of packages gets it

control-api:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
${list([...start, ...changeChecks(commands)])}
control-api-skip:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule" && $CONTROL_API_URL == null
    - if: $CI_PIPELINE_SOURCE == "schedule" && $CONTROL_API_URL == ""
  variables:
    GIT_STRATEGY: none
  script:
    - echo 'Skipped, since the variable CONTROL_API_URL is not set.'

control-api-compare:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule" && $CONTROL_API_URL
  variables:
    DRIFT: $CI_PROJECT_DIR/.drift
  script:
${list(start)}    - |
${indented(compareScript(commands).replace('git add --all .', `git add --all . ':(exclude,top).drift'`), 6)}
  artifacts:
    paths:
      - .drift
    expire_in: 1 week

control-api-report:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule" && $CONTROL_API_URL
  needs:
    - control-api-compare
  environment:
    name: control-api-drift
    action: access
  resource_group: control-api-drift
  variables:
    DRIFT: $CI_PROJECT_DIR/.drift
  script:
    - |
${indented(toolsScript, 6)}
    - |
${indented(mergeRequestScript, 6)}
    - |
${indented(issueScript, 6)}
`;
}

/** The parts of GitLab's API that the job uses. The token reaches curl on its standard input, and git by its helper. */
const toolsScript = `api() {
  printf 'header = "PRIVATE-TOKEN: %s"\\n' "$CONTROL_API_DRIFT_TOKEN" |
    curl --config - --silent --show-error --fail-with-body "$@"
}
url="$CI_API_V4_URL/projects/$CI_PROJECT_ID"
first() { node -p 'JSON.parse(fs.readFileSync(0))[0]?.iid ?? ""'; }
REMOTE="$CI_PROJECT_URL.git"
git config credential.helper '!f() { echo username=oauth2; echo "password=$CONTROL_API_DRIFT_TOKEN"; }; f'
git config user.name 'Control API drift'
git config user.email 'control-api-drift@noreply.invalid'
outcome=$(cat "$DRIFT/outcome")
`;

const mergeRequestScript = `open=$(api "$url/merge_requests?state=opened&source_branch=${driftBranch}" | first)
if [ -s "$DRIFT/changes.patch" ]; then
${indented(branchScript, 2)}
  title='${titles.change}'
  [ "$outcome" = in-step ] || title='${titles.breaking}'
  if [ -n "$open" ]; then
    api --request PUT "$url/merge_requests/$open" --output /dev/null \\
      --data-urlencode "title=$title" --data-urlencode "description@$DRIFT/report.md"
  else
    api --request POST "$url/merge_requests" --output /dev/null \\
      --data-urlencode source_branch=${driftBranch} --data-urlencode "target_branch=$CI_COMMIT_BRANCH" \\
      --data-urlencode remove_source_branch=true \\
      --data-urlencode "title=$title" --data-urlencode "description@$DRIFT/report.md"
  fi
elif [ -n "$open" ]; then
  api --request PUT "$url/merge_requests/$open" --output /dev/null --data-urlencode state_event=close
  git push --quiet "$REMOTE" :refs/heads/${driftBranch}
fi
`;

const issueScript = `open=$(api "$url/issues?state=opened&labels=${driftBranch}" | first)
if [ "$outcome" != in-step ]; then
  printf '\\nThe branch ${driftBranch} has the new snapshot.\\n' >> "$DRIFT/report.md"
  if [ -n "$open" ]; then
    api --request PUT "$url/issues/$open" --output /dev/null --data-urlencode "description@$DRIFT/report.md"
  else
    api --request POST "$url/issues" --output /dev/null --data-urlencode labels=${driftBranch} \\
      --data-urlencode 'title=${titles.issue}' --data-urlencode "description@$DRIFT/report.md"
  fi
elif [ -n "$open" ]; then
  api --request PUT "$url/issues/$open" --output /dev/null --data-urlencode state_event=close
fi
`;
