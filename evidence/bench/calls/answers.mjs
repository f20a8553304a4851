// The answers of the measured services.
const DEVICES = 200_000;
const node = (index) => `{"id":"device-${index}","name":"Front door number ${index}"}`;
const connection = (from, count, rest = '') =>
  `{"data":{"team":{"devices":{"nodes":[${Array.from({ length: count }, (_, at) => node(from + at)).join(',')}]${rest}}}}}`;

const fixed = new Map([
  ['query Few', Buffer.from(connection(0, 25))],
  ['query Many', Buffer.from(connection(0, 10_000))],
]);
const pages = new Map();

function page({ first, after, total = DEVICES }) {
  const from = after === undefined ? 0 : Number(after);
  const key = `${from}/${first}/${total}`;
  if (!pages.has(key)) {
    const end = Math.min(from + first, total);
    const info = `,"pageInfo":{"hasNextPage":${end < total},"endCursor":"${end}"}`;
    pages.set(key, Buffer.from(connection(from, end - from, info)));
  }
  return pages.get(key);
}

/** The body of an answer, made once. */
export function answerOf(query, variables) {
  return fixed.get(query.slice(0, query.indexOf(' ', 6))) ?? page(variables);
}
