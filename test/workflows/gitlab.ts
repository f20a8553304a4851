import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isRecord } from '../../src/base/is-record.ts';
import { ended, start } from '../helpers/cli.ts';
import { listen } from '../helpers/listen.ts';
import { checkout, type Ran, type Runner } from './github-jobs.ts';

/** Stands in for the parts of the API of GitLab that the job uses. It accepts one token. */
export async function startGitlab(token: string) {
  const items: Record<string, Record<string, string | number>[]> = { merge_requests: [], issues: [] };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, kind = '', iid] = /^\/api\/v4\/projects\/7\/(\w+)(?:\/(\d+))?$/.exec(pathname) ?? [];
    const list = items[kind];
    const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    let text = '';
    for await (const chunk of request) text += chunk;
    const fields = Object.fromEntries(new URLSearchParams(text));
    if (request.headers['private-token'] !== token) return answer(401, { message: '401 Unauthorized' });
    if (list === undefined) return answer(404, { message: '404 Not Found' });
    if (request.method === 'GET') {
      const wanted = [...searchParams];
      return answer(
        200,
        list.filter((item) => wanted.every(([name, value]) => item[name] === value)),
      );
    }
    if (request.method === 'POST') {
      list.push({ ...fields, iid: list.length + 1, state: 'opened' });
      return answer(201, list.at(-1));
    }
    const item = list.find((one) => String(one['iid']) === iid);
    if (request.method !== 'PUT' || item === undefined) return answer(404, { message: '404 Not Found' });
    const { state_event: event, ...changes } = fields;
    Object.assign(item, changes, event === 'close' ? { state: 'closed' } : {});
    return answer(200, item);
  });
  const port = await listen(server);
  return { items, url: `http://127.0.0.1:${port}/api/v4`, close: () => server.close() };
}

/** Runs the script of a job as GitLab's runner does: all lines in one Bash, in a detached checkout. */
export async function runGitlabJob(jobs: unknown, name: string, runner: Runner): Promise<Ran> {
  const job = isRecord(jobs) ? jobs[name] : undefined;
  if (!isRecord(job) || !Array.isArray(job['script'])) throw new Error(`There is no job ${name}.`);
  const folder = mkdtempSync(join(runner.work, `${name}-`));
  checkout(runner.repository, folder, '--branch', 'main');
  const artifacts = join(runner.work, 'artifacts');
  if (job['needs'] !== undefined && existsSync(artifacts)) cpSync(artifacts, folder, { recursive: true });
  const lines = job['script'].filter((line) => !/^npm (?:ci|install) --ignore-scripts$/.test(String(line)));
  if (lines.length < job['script'].length) runner.install(folder);
  const script = join(runner.work, `${name}.sh`);
  writeFileSync(script, lines.join('\n'));
  const env = {
    CI: 'true',
    GITLAB_CI: 'true',
    CI_PROJECT_DIR: folder,
    CI_PROJECT_ID: '7',
    CI_COMMIT_BRANCH: 'main',
    DRIFT: join(folder, '.drift'),
    npm_config_loglevel: 'error',
    GIT_CONFIG_GLOBAL: join(runner.work, 'no-settings'),
    GIT_CONFIG_NOSYSTEM: '1',
    ...runner.variables,
    ...runner.env,
  };
  const { code, stdout, stderr } = await ended(
    start('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], env, folder),
  );
  const kept = isRecord(job['artifacts']) && Array.isArray(job['artifacts']['paths']) ? job['artifacts']['paths'] : [];
  if (code === 0)
    for (const path of kept.map(String)) cpSync(join(folder, path), join(artifacts, path), { recursive: true });
  return { passed: code === 0, output: stdout + stderr, folder };
}
