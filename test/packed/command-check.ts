import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { scripts as initScripts } from '../../src/cli/init/init-files.ts';
import { peerVersions } from '../../src/graphql/files/package-manager.ts';
import { binary } from '../helpers/cli.ts';

interface Help {
  readonly commands: ReadonlySet<string>;
  readonly options: ReadonlyMap<string, boolean>;
}

const known = new Map<string, Help>();

/** The commands and options in the help of the built program. */
function helpOf(path: readonly string[]): Help {
  const key = path.join(' ');
  const help =
    known.get(key) ?? readHelp(execFileSync(process.execPath, [binary, ...path, '--help'], { encoding: 'utf8' }));
  known.set(key, help);
  return help;
}

function readHelp(text: string): Help {
  const [, commands = ''] = text.split(/^Commands:$/m);
  const options = [...text.matchAll(/^ {2}(?:(-\w), )?(--[a-z-]+)( [<[])?/gm)].flatMap(
    ([, short, long = '', value]) => {
      return [short, long].flatMap((name) => (name ? [[name, value !== undefined] as const] : []));
    },
  );
  return {
    commands: new Set([...commands.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name)),
    options: new Map(options),
  };
}

/** The mistakes of a command in a document. */
export function faultsOf(command: readonly string[]): readonly string[] {
  const [program = '', ...rest] = command;
  if (/^(npx|pnpm|yarn|bunx)$/.test(program)) return faultsOf(rest[0] === 'exec' ? rest.slice(1) : rest);
  if (/^control-api(?:-sdk)?$/.test(program)) return ownFaults(rest, []);
  if (program === 'npm') return npmFaults(rest);
  return [];
}

function ownFaults(words: readonly string[], path: readonly string[]): readonly string[] {
  const { commands, options: own } = helpOf(path);
  const options = new Map([...own, ...helpOf([]).options]);
  const [first, ...rest] = words;
  if (first === undefined) return [];
  if (commands.has(first) && first !== 'help') return ownFaults(rest, [...path, first]);
  if (commands.size > 0 && !first.startsWith('-'))
    return [`control-api has no command “${[...path, first].join(' ')}”`];
  const faults: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') return [...faults, ...faultsOf(words.slice(index + 1))];
    if (!/^-./.test(word)) continue;
    const [name = '', value] = word.split('=');
    const takesValue = options.get(name);
    if (takesValue === undefined) faults.push(`control-api ${path.join(' ')} has no option ${name}`);
    if (takesValue && value === undefined) index += 1;
  }
  return faults;
}

const manifest: { scripts: object; peerDependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

function npmFaults(given: readonly string[]): readonly string[] {
  const [verb = '', ...words] = given.filter(
    (_, index) => given[index] !== '--prefix' && given[index - 1] !== '--prefix',
  );
  const folder = given[given.indexOf('--prefix') + 1];
  const { scripts }: typeof manifest = given.includes('--prefix')
    ? JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    : manifest;
  const names = words.filter((word) => !word.startsWith('-'));
  if (verb === 'start' || verb === 'test') return verb in scripts ? [] : [`package.json has no script ${verb}`];
  if (verb === 'run') {
    const [script = ''] = names;
    return script in scripts || script in initScripts ? [] : [`there is no script ${script}`];
  }
  if (!/^(i|install|add)$/.test(verb)) return [];
  return names.flatMap((name) => {
    const versions = peerVersions[name.replace(/(?<=.)@.*$/, '')] ?? [];
    const majors = versions.map((version) => `@${Number.parseInt(version, 10)}`);
    return majors.length === 0 || majors.some((major) => name.endsWith(major))
      ? []
      : [`${name} must be installed as ${majors.join(' or ')}: another major does not fit`];
  });
}
