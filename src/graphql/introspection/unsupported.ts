import type { Ask } from './ask.ts';
import { list, member } from './json.ts';
import { newerParts } from './question.ts';

const owners = [...new Set([...newerParts].map((coordinate) => coordinate.replace(/\..*/, '')))];

const question = `query SchemaFeatures { ${owners
  .map((owner) => `${owner.slice(2)}: __type(name: "${owner}") { fields { name args { name } } }`)
  .join(' ')} }`;

/** The newer parts of introspection that the server does not support; undefined if it does not answer the question. */
export async function askUnsupported(ask: Ask): Promise<ReadonlySet<string> | undefined> {
  const { data } = await ask(question);
  const known = new Set<string>();
  for (const owner of owners)
    for (const field of list(member(member(data, owner.slice(2)), 'fields'))) {
      const coordinate = `${owner}.${member(field, 'name')}`;
      known.add(coordinate);
      for (const argument of list(member(field, 'args'))) known.add(`${coordinate}(${member(argument, 'name')}:)`);
    }
  return known.size === 0 ? undefined : new Set([...newerParts].filter((coordinate) => !known.has(coordinate)));
}

/** The newer parts of introspection that the messages of a refusal name. */
export function namedParts(messages: readonly string[]): readonly string[] {
  return [...newerParts].filter((coordinate) => {
    const [owner = '', ...names] = coordinate.match(/\w+/g) ?? [];
    const name = new RegExp(`\\b${names.at(-1)}\\b`);
    return messages.some((message) => {
      const types = message.match(/\b__[A-Z]\w*/g) ?? [owner];
      return name.test(message) && types.includes(owner);
    });
  });
}
