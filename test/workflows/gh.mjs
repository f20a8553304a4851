#!/usr/bin/env node
// Stands in for GitHub's `gh`: keeps pull requests, issues and labels in the file $GH_STATE, and every call in $GH_CALLS.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { GH_STATE, GH_CALLS, GH_TOKEN } = process.env;
const [kind, verb] = process.argv.slice(2, 4);
const text = { type: 'string' };
const { values, positionals } = parseArgs({
  args: process.argv.slice(4),
  allowPositionals: true,
  options: {
    head: text,
    base: text,
    state: text,
    json: text,
    jq: text,
    label: text,
    title: text,
    'body-file': text,
    comment: text,
    description: text,
    force: { type: 'boolean' },
    'delete-branch': { type: 'boolean' },
  },
});
if (!GH_TOKEN) throw new Error('gh: to use GitHub CLI in a workflow, set the GH_TOKEN environment variable');
appendFileSync(GH_CALLS, `${[kind, verb, ...positionals].join(' ')}\n`);

const state = JSON.parse(readFileSync(GH_STATE, 'utf8'));
const body = values['body-file'] && readFileSync(values['body-file'], 'utf8');
const same = (one) => one.open && one.head === values.head && one.label === values.label;
const find = () => {
  const found = state[kind].find(({ number, open }) => open && String(number) === positionals[0]);
  if (!found) throw new Error(`gh: no open ${kind} ${positionals[0]}`);
  return found;
};
const verbs = {
  list: () => {
    if (values.json !== 'number' || values.jq !== '.[0].number // empty' || values.state !== 'open')
      throw new Error('gh: a list that is not understood');
    process.stdout.write(`${state[kind].find(same)?.number ?? ''}\n`);
  },
  create: () => {
    if (kind === 'label') return state.label.push(positionals[0]);
    if (values.label && !state.label.includes(values.label)) throw new Error(`gh: no label ${values.label}`);
    if (state[kind].some(same)) throw new Error(`gh: a second open ${kind}`);
    if (kind === 'pr') execFileSync('git', ['ls-remote', '--exit-code', 'origin', `refs/heads/${values.head}`]);
    const number = state.pr.length + state.issue.length + 1;
    const { head, base, label, title } = values;
    state[kind].push({ number, open: true, head, base, label, title, body });
  },
  edit: () => Object.assign(find(), { ...(values.title && { title: values.title }), ...(body && { body }) }),
  close: () => {
    const one = find();
    Object.assign(one, { open: false, comment: values.comment });
    if (values['delete-branch']) execFileSync('git', ['push', '--quiet', 'origin', `:refs/heads/${one.head}`]);
  },
  'setup-git': () => {},
};
if (!['pr', 'issue', 'label', 'auth'].includes(kind) || !verbs[verb]) throw new Error(`gh: unknown ${kind} ${verb}`);
verbs[verb]();
writeFileSync(GH_STATE, JSON.stringify(state));
