import { type ASTNode, TokenKind } from 'graphql';
import { asConnection } from '../connection.ts';
import { isListField } from '../fields.ts';
import { uncertainArguments } from '../uncertain-arguments.ts';
import { type SelectedField, selects } from './read-selection.ts';

/**
 * The sentence that says why the items which a field reads may be a part of the list: it has pages and `pageInfo` is not selected, an
 * argument may cut it off, or its default may leave some out. Undefined where they are not.
 */
export function signOfPart({ owner, definition, nodes, below }: SelectedField): string | undefined {
  const { name } = definition;
  const connection = asConnection(definition.type);
  if (connection === undefined && !isListField(definition)) return undefined;
  const isPaged = connection !== undefined && below !== undefined && selects(below, 'pageInfo');
  if (connection !== undefined && below !== undefined) {
    if (!selects(below, 'nodes', 'edges')) return undefined;
    if (connection.pageInfo && !isPaged)
      return `${owner.name}.${name} has pages, and \`pageInfo\` is not selected, so this may be a part of the list. Select it, or say ${whyEnough}`;
  }
  const isGiven = (argument: string) => nodes[0].arguments?.some((it) => it.name.value === argument) ?? false;
  const [argument] = uncertainArguments(definition, isPaged, isGiven);
  if (argument === undefined) return undefined;
  return isPaged
    ? `${owner.name}.${name} gives \`${argument.name}\` a default, so this may be a part of the list. Give it a value, or say ${whyEnough}`
    : `${owner.name}.${name} may be cut off by \`${argument.name}\`, so this may be a part of the list. Say ${whyEnough}`;
}

const whyEnough = 'in a comment why one page is enough: # one page: <reason>';
const reason = /^\s*one[ -]page:\s*\S/i;

/** Whether a comment in the operation, or directly above it, gives a reason for reading one page: `# one page: <reason>`. */
export function hasReason({ loc }: ASTNode): boolean {
  for (let token = loc?.startToken.prev; token?.kind === TokenKind.COMMENT; token = token.prev)
    if (reason.test(token.value)) return true;
  for (let token = loc?.startToken.next; token && token !== loc?.endToken; token = token.next)
    if (token.kind === TokenKind.COMMENT && reason.test(token.value)) return true;
  return false;
}
