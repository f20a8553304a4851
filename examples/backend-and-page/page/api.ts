import type { DeviceDetail, DevicePage, Failure, Problem, User } from '../shared/api.js';

/** A request that failed, with a sentence for a person. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor({ problem, message }: Failure) {
    super(message);
    this.problem = problem;
  }
}

const unreachable: Failure = { problem: 'unavailable', message: 'This page does not reach its server.' };

async function call<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = {
    method,
    ...(method !== 'GET' && { headers: { 'content-type': 'application/json' } }),
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  try {
    const response = await fetch(path, init);
    const answer = await response.json();
    if (response.ok) return answer;
    throw new ApiError(answer);
  } catch (error) {
    // A newer request may end an older one while its body arrives.
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw new ApiError(unreachable);
  }
}

const device = (id: string): string => `/api/devices/${encodeURIComponent(id)}`;

export const api = {
  user: (): Promise<User> => call('GET', '/api/session'),
  signIn: (user: string, password: string): Promise<User> => call('POST', '/api/session', { user, password }),
  signOut: (): Promise<void> => call('DELETE', '/api/session'),
  devices: (query: Record<string, string>, signal: AbortSignal): Promise<DevicePage> =>
    call('GET', `/api/devices?${new URLSearchParams(query)}`, undefined, signal),
  device: (id: string, signal: AbortSignal): Promise<DeviceDetail> => call('GET', device(id), undefined, signal),
  rename: (id: string, name: string): Promise<DeviceDetail> => call('PATCH', device(id), { name }),
};

/** What to show of an error; undefined if it is that of a request which nobody waits for any longer. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ApiError) return { problem: error.problem, message: error.message };
  if (error instanceof DOMException && error.name === 'AbortError') return undefined;
  throw error;
}
