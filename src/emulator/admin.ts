import { ControlApiError, isControlApiError } from '../index.ts';
import { readAuthorization, refusal } from './authorization.ts';
import { errorReply, type HttpAsked, type HttpReply, jsonReply } from './http/http-exchange.ts';
import type { Service } from './service.ts';

/** The controls of the admin paths. */
export interface Administered {
  readonly keys: readonly string[];
  readonly service: Service;
  readonly fail: (fault: unknown) => Promise<void>;
}

/** Answers the paths under `/emulator/`, with which another process controls a running emulator. They need its key. */
export async function answerAdmin(asked: HttpAsked, path: string, administered: Administered): Promise<HttpReply> {
  const { keys, service, fail } = administered;
  const authorization = readAuthorization(asked.header('authorization'), keys);
  if (authorization !== 'accepted') return refusal(authorization);
  switch (`${asked.method} ${path}`) {
    case 'GET /emulator/requests':
      return jsonReply(200, service.requests.all);
    case 'GET /emulator/faults':
      return jsonReply(200, service.faults.set);
    case 'DELETE /emulator/faults':
      service.faults.clear();
      return jsonReply(200, []);
    case 'POST /emulator/reset':
      service.reset();
      return jsonReply(200, {});
    case 'POST /emulator/faults':
      return added(asked.body);
    default:
      return errorReply(404, `The emulator has no ${asked.method} ${path}. It has: ${known.join(', ')}.`);
  }

  async function added(body: string): Promise<HttpReply> {
    try {
      await fail(parsed(body));
    } catch (error) {
      if (isControlApiError(error, 'configuration')) return errorReply(400, error.message);
      throw error;
    }
    return jsonReply(201, service.faults.set);
  }
}

const known = ['GET /emulator/requests', 'GET, POST and DELETE /emulator/faults', 'POST /emulator/reset'];

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ControlApiError('configuration', 'A fault must be sent as JSON, such as { "fault": "slow" }.');
  }
}
