import { buildSchema, graphqlSync, parse, specifiedRules, type ValidationRule, validate } from 'graphql';
import type { IntrospectOptions } from '../../src/graphql/introspection/index.ts';

export interface Service {
  readonly fetch: NonNullable<IntrospectOptions['fetch']>;
  /** The introspection queries that it got. */
  readonly asked: readonly string[];
  /** The headers of these queries. */
  readonly headers: readonly Headers[];
}

/** How a service differs from graphql-js. */
export interface Habits {
  readonly sdl: string;
  /** Further validation rules. */
  readonly rules?: readonly ValidationRule[];
  /** The status of a refusal. */
  readonly status?: number;
  /** Changes an answer. */
  readonly change?: (answer: object, question: string) => object;
}

/** A service of graphql-js, without a network. */
export function introspectedService({ sdl, rules = [], status = 400, change = (answer) => answer }: Habits): Service {
  const schema = buildSchema(sdl, { assumeValidSDL: true, assumeValid: true });
  const asked: string[] = [];
  const headers: Headers[] = [];
  const fetch: Service['fetch'] = async (_url, init) => {
    const body = init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : String(init?.body);
    const { query: source }: { query: string } = JSON.parse(body);
    asked.push(source);
    headers.push(new Headers(init?.headers));
    const errors = validate(schema, parse(source), [...specifiedRules, ...rules]);
    const answer = change(errors.length > 0 ? { errors } : graphqlSync({ schema, source }), source);
    const reply = { status: 'data' in answer ? 200 : status, headers: { 'content-type': 'application/json' } };
    return new Response(JSON.stringify(answer), reply);
  };
  return { fetch, asked, headers };
}
