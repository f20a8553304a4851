import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { keyEchoes } from './echoes.ts';
import { encodings } from './encodings.ts';
import { framing } from './framing.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { redirects } from './redirects.ts';
import { statuses } from './statuses.ts';

export type { Expected, Misbehaviour } from './misbehaviour.ts';

/** The whole table. `otherOrigin` is the target of redirects, where no request may arrive. */
export const misbehaviours = (otherOrigin: string): readonly Misbehaviour[] => [
  ...connections,
  ...framing,
  ...statuses,
  ...redirects(otherOrigin),
  ...bodies,
  ...encodings,
  ...keyEchoes,
];
