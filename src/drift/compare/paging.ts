import type { ASTNode, GraphQLArgument } from 'graphql';
import { connectionShape } from '../../graphql/connection.ts';
import { type Field, isListField } from '../../graphql/fields.ts';
import { comparableDefault } from './comparable-default.ts';
import type { Report } from './results.ts';

/** Names of arguments that ask for a part of a list, in the conventions in use. */
const pagingNames =
  /^(?:first|last|after|before|limit|offset|skip|take|top|count|cursor|start|max|size|(?:page|per|paginat)\w*|\w*(?:Page|Cursor|Limit|PerPage|Pagination))$/;

/**
 * Reports that a list in use gained paging: an argument for it, or `pageInfo`. The answer to the same operation may now be
 * cut off.
 */
export function comparePaging(
  old: Field,
  live: Field,
  { node, coordinate }: { readonly node: ASTNode; readonly coordinate: string },
  report: Report,
): void {
  const [before, after] = [connectionShape(old.type), connectionShape(live.type)];
  const isList = (isListField(old) && isListField(live)) || (before !== undefined && after !== undefined);
  if (!isList) return;
  const known = old.args.filter(({ name }) => pagingNames.test(name));
  const hadSize = known.some((argument) => comparableDefault(argument) !== undefined);
  const signs = live.args
    .filter(({ name }) => pagingNames.test(name) && !known.some((it) => it.name === name))
    // Where there was paging, only a default page size can cut an answer that was whole.
    .filter((argument) => known.length === 0 || (!hadSize && comparableDefault(argument) !== undefined))
    .map((argument) => `${argument.name}: ${argument.type}${defaultSuffix(argument)}`);
  if (before?.pageInfo === undefined && after?.pageInfo !== undefined) signs.push('pageInfo');
  if (signs.length === 0) return;
  const list = signs.join(', ');
  const message = `${coordinate} can now be paged (${list}): the answer may now be a part of the list.`;
  const fact = { kind: 'behaviour', change: 'paging-added', direction: 'unclear' } as const;
  report({ ...fact, coordinate, message, after: list }, node);
}

function defaultSuffix(argument: GraphQLArgument): string {
  const text = comparableDefault(argument);
  return text === undefined ? '' : ` = ${text}`;
}
