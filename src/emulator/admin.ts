import { ControlApiError, isControlApiError } from '../index.ts';
import { readAuthorization, refusal } from './authorization.ts';
import { errorReply, type HttpAsked, type HttpReply, jsonReply } from './http/http-exchange.ts';
import type { Service } from './service.ts';

/** The controls of the path of faults. */
export interface Administered {
  readonly keys: readonly string[];
  readonly service: Service;
  readonly fail: (fault: unknown) => Promise<void>;
}

/** Answers `/emulator/faults`, with which another process sets faults of a running emulator. It needs its key. */
export async function answerAdmin(asked: HttpAsked, { keys, service, fail }: Administered): Promise<HttpReply> {
  const { faults } = service;
  const authorization = readAuthorization(asked.header('authorization'), keys);
  if (authorization !== 'accepted') return refusal(authorization);
  if (asked.method === 'GET') return jsonReply(200, faults.set);
  if (asked.method !== 'DELETE' && asked.method !== 'POST')
    return errorReply(404, 'The emulator has GET, POST and DELETE of /emulator/faults.');
  if (asked.method === 'DELETE') faults.clear();
  else
    try {
      await fail(parsed(asked.body));
    } catch (error) {
      if (isControlApiError(error, 'configuration')) return errorReply(400, error.message);
      throw error;
    }
  return jsonReply(asked.method === 'POST' ? 201 : 200, faults.set);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ControlApiError('configuration', 'A fault must be sent as JSON, such as { "fault": "slow" }.');
  }
}
