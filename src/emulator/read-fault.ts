import { isRecord } from '../base/is-record.ts';
import { ControlApiError } from '../index.ts';
import type { Fault, FaultDetails, FaultName, FaultScope } from './fault.ts';
import { type Allowed, anyText, mustBe, oneOfThese, share, whole } from './world/values/must-be.ts';

type Options<Details> = { readonly [Name in keyof Details]-?: Allowed };

/** The longest time that a timer takes, in milliseconds. */
const most = 2_147_483_647;

const scope: Options<FaultScope> = {
  operation: anyText,
  nth: whole(1, most),
  times: whole(1, most),
  kind: oneOfThese('query', 'mutation'),
  probability: share,
};

const failure = whole(500, 599, 'status');

const details: { readonly [Name in FaultName]: Options<FaultDetails[Name]> } = {
  slow: { delayMs: whole(0, most) },
  stalled: {},
  reset: {},
  truncated: {},
  'html-502': { status: failure },
  'unavailable-then-fine': { status: failure },
  'rate-limited': { status: oneOfThese(429, 200), retryAfter: whole(0, most) },
  'revoked-key': { status: oneOfThese(401, 403, 200), key: oneOfThese(1, 2) },
  'graphql-error': { code: anyText, message: anyText },
  'null-data': {},
  'partial-data': { field: anyText },
  'stuck-cursor': {},
  'introspection-off': {},
  'schema-moved': { schema: anyText },
};

/** The names of all faults. */
export const faultNames: readonly string[] = Object.keys(details);

/**
 * Reads a fault that came from outside: from code without types, or as JSON.
 *
 * @throws {ControlApiError} if it is not a fault.
 */
export function readFault(input: unknown): Fault {
  if (!isRecord(input)) throw wrong('A fault must be an object, such as { "fault": "slow" }.');
  const { fault, ...given } = input;
  if (!isFaultName(fault)) throw wrong(`The emulator's \`fault\` must be one of: ${faultNames.join(', ')}.`);
  const options = new Map<string, Allowed>(Object.entries({ ...scope, ...details[fault] }));
  const read: Record<string, unknown> = { fault };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const allowed = options.get(name);
    const names = [...options.keys()].map((each) => `\`${each}\``);
    if (allowed === undefined) throw wrong(`The fault ${fault} has no \`${name}\`: it takes ${names.join(', ')}.`);
    // A generated operation knows its name.
    read[name] = name === 'operation' && isRecord(value) ? value['operationName'] : value;
    mustBe(allowed, `The \`${name}\` of the fault ${fault}`, read[name]);
  }
  if (fault === 'schema-moved' && read['schema'] === undefined)
    throw wrong('The fault schema-moved needs a `schema`: SDL, or the path of a file.');
  return read as object as Fault;
}

/**
 * Reads a fault as a command line gives it: `slow`, or `rate-limited,operation=ListDevices,nth=2,status=200`.
 *
 * @throws {ControlApiError} if it is not a fault.
 */
export function parseFault(text: string): Fault {
  const [fault, ...parts] = text.split(',');
  const options = parts.map((part): [string, unknown] => {
    const [name = '', ...value] = part.split('=');
    const joined = value.join('=');
    return [name, /^\d+(?:\.\d+)?$/.test(joined) ? Number(joined) : joined];
  });
  return readFault({ ...Object.fromEntries(options), fault });
}

function isFaultName(name: unknown): name is FaultName {
  return typeof name === 'string' && Object.hasOwn(details, name);
}

function wrong(message: string): ControlApiError {
  return new ControlApiError('configuration', message);
}
