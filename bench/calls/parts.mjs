// The parts of what a call costs over node:http by hand. Each of the first rows adds one to the row before it.
import { EventEmitter } from 'node:events';
import http from 'node:http';
import { few, nodeHttp, sdk } from './clients.mjs';

/** What the client sends beside `content-type` and `authorization`. */
const headers = {
  'User-Agent': 'control-api-sdk/0.0.0',
  Accept: 'application/graphql-response+json, application/json',
  'Accept-Encoding': 'gzip, br',
};

/** A sender for each row. */
export async function parts(url) {
  const byHand = async (options) => (await nodeHttp(url, options)).request;
  const ours = (await sdk(url)).request;
  const body = JSON.stringify({ data: await ours(few) });
  return {
    'node:http': await byHand({}),
    'node:http, the headers that are sent': await byHand({ headers }),
    'and a deadline': await byHand({ headers, timeoutMs: 30_000 }),
    'and at most 128 connections': await byHand({ headers, timeoutMs: 30_000, maxSockets: 128 }),
    sdk: ours,
    'node:http, answered in the process': answeredHere(await byHand({}), body),
    'sdk, answered in the process': answeredHere(ours, body),
  };
}

/** Sends while `http.request`, which all look up at each request, answers in this process: what is left is the sender's own work. */
function answeredHere(send, body) {
  const piece = Buffer.from(body);
  const headers = { 'content-type': 'application/json', 'content-length': String(piece.length) };
  const answered = (_options, onResponse) => {
    const request = Object.assign(new EventEmitter(), { setHeader() {}, destroy() {}, end() {} });
    if (onResponse) request.on('response', onResponse);
    setImmediate(() => {
      // One without an address, as what intercepts requests hands out.
      request.emit('socket', {});
      const response = Object.assign(new EventEmitter(), { statusCode: 200, headers, complete: true });
      request.emit('response', response);
      response.emit('data', piece);
      response.emit('end');
      request.emit('close');
    });
    return request;
  };
  return (query) => {
    const { request } = http;
    http.request = answered;
    try {
      return send(query);
    } finally {
      http.request = request;
    }
  };
}
