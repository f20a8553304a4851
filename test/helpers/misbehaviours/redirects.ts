import { html, response } from '../answers.ts';
import type { Behaviour } from '../misbehaving-server.ts';
import { each, final, type Misbehaviour } from './misbehaviour.ts';

const redirected = (status: number) => final('redirected', 'unknown', { status });

const to = (status: number, location: string | undefined): Behaviour => ({
  answer: ({ client, url }) => {
    const target = location?.replace('{self}', url);
    client.write(response(status, target === undefined ? [html] : [html, ['location', target]]));
  },
});

/** Redirects are never followed. No request may arrive at the other origin. */
export const redirects = (otherOrigin: string): readonly Misbehaviour[] => [
  ...[301, 302, 303, 307, 308].flatMap((status) => [
    { name: `redirects with ${status} to itself`, server: to(status, '{self}/graphql'), ...redirected(status) },
    {
      name: `redirects with ${status} to another origin`,
      server: to(status, `${otherOrigin}/graphql`),
      ...redirected(status),
    },
  ]),
  ...each(redirected(302), {
    'redirects with 302 to nowhere': to(302, undefined),
    'redirects with 302 to what is no address': to(302, 'http://['),
  }),
  { name: 'redirects with 307 to a file', server: to(307, 'file:///etc/passwd'), ...redirected(307) },
  { name: 'redirects with 308 to a path', server: to(308, '/login'), ...redirected(308) },
  { name: 'offers a choice with 300', server: to(300, '{self}/graphql'), ...redirected(300) },
  { name: 'answers 304', server: to(304, undefined), ...redirected(304) },
];
