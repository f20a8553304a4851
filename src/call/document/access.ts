import { isRecord } from '../../base/is-record.ts';
import type { OperationDocument } from '../../base/typed-operation.ts';
import { type Operation, textOf } from './read-operation.ts';

/**
 * The operations that a client may send: a guard against mistakes in the backend, not against a stolen key.
 * - `full`: queries and mutations;
 * - `read-only`: queries only; a document that also holds a mutation, or whose kind is unknown, is refused;
 * - `{ only }`: these documents alone, compared by text.
 */
export type Access = 'full' | 'read-only' | { readonly only: readonly (string | OperationDocument<unknown, never>)[] };

/** An operation of varying text: the listing over any type of cursor. */
export interface Varying {
  admits(text: string): boolean;
}

function isVarying(entry: unknown): entry is Varying {
  return isRecord(entry) && typeof entry['admits'] === 'function';
}

export type AccessCheck = (operation: Operation) => string | undefined;

/** The environment may narrow access later, but never widen it. */
export function accessCheck(access: Access, env: Readonly<Record<string, string | undefined>> = {}): AccessCheck {
  const isNarrowed = () => (env['CONTROL_API_ACCESS'] || 'full') !== 'full';
  const narrowed = isNarrowed();
  const only: readonly unknown[] | undefined = typeof access === 'object' ? access.only : undefined;
  const texts = new Set(only?.map(textOf));
  const varying = only?.filter(isVarying);

  const whyNot = ({ kind, text }: Operation): string | undefined => {
    if (kind === 'subscription') return 'subscriptions are not supported (the service documents none)';
    const by = narrowed || isNarrowed() ? 'CONTROL_API_ACCESS is' : access === 'read-only' && 'this client has access';
    if (kind !== 'query' && by)
      return `its kind is ${kind ?? 'unknown (a syntax error, or an odd character in a comment)'}, and ${by} 'read-only'`;
    return varying && !texts.has(text) && !varying.some((it) => it.admits(text))
      ? 'it is not in `access: { only: […] }`'
      : undefined;
  };
  return (operation) => {
    const why = whyNot(operation);
    return why && `${titleOf(operation)} was not sent: ${why}.`;
  };
}

export function titleOf({ name, kind }: Pick<Operation, 'name' | 'kind'>): string {
  return name ?? `The anonymous ${kind ?? 'operation'}`;
}
