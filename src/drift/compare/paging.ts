import { type GraphQLArgument, isRequiredArgument } from 'graphql';
import { connectionShape } from '../../graphql/connection.ts';
import { type Field, isListField } from '../../graphql/fields.ts';
import { uncertainArguments } from '../../graphql/uncertain-arguments.ts';
import type { Report, Site } from './operation-comparison.ts';
import { comparableDefault } from './same-members.ts';

/**
 * Reports that a list in use can no longer be proven whole: it gained `pageInfo`, or an argument that may cut it off. A new
 * required argument is another finding.
 */
export function comparePaging(old: Field, live: Field, { node, coordinate }: Site, report: Report): void {
  const [before, after] = [connectionShape(old.type), connectionShape(live.type)];
  const isList = (isListField(old) && isListField(live)) || (before !== undefined && after !== undefined);
  if (!isList) return;
  const isPaged = [old, live].every(readByPages);
  const known = isPaged ? old.args : uncertainArguments(old, false);
  const hadSize = !isPaged && known.some((argument) => comparableDefault(argument) !== undefined);
  const signs = uncertainArguments(live, isPaged)
    .filter((argument) => !isRequiredArgument(argument) && !known.some(({ name }) => name === argument.name))
    // Where there was paging, only a default page size can cut an answer that was whole.
    .filter((argument) => known.length === 0 || (!hadSize && comparableDefault(argument) !== undefined))
    .map((argument) => `${argument.name}: ${argument.type}${defaultSuffix(argument)}`);
  if (before?.pageInfo === undefined && after?.pageInfo !== undefined) signs.push('pageInfo');
  if (signs.length === 0) return;
  const list = signs.join(', ');
  const message = `${coordinate} may now be cut off (${list}): the answer may now be a part of the list.`;
  const fact = { kind: 'behaviour', change: 'paging-added', direction: 'unclear' } as const;
  report({ ...fact, coordinate, message, after: list }, node);
}

/** Whether a list can be read by pages: then only a default can leave a part out. */
function readByPages({ type, args }: Field): boolean {
  const names = args.map(({ name }) => name);
  return connectionShape(type)?.pageInfo !== undefined && names.includes('first') && names.includes('after');
}

function defaultSuffix(argument: GraphQLArgument): string {
  const text = comparableDefault(argument);
  return text === undefined ? '' : ` = ${text}`;
}
