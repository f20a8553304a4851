import { ControlApiError } from '../index.ts';
import type { Fault, FaultDetails, FaultName, FaultScope } from './fault.ts';

type Check = 'text' | 'whole number' | 'status' | 'share' | readonly (number | string)[];
type Checks<Options> = { readonly [Name in keyof Options]-?: Check };

const scope: Checks<FaultScope> = {
  operation: 'text',
  nth: 'whole number',
  times: 'whole number',
  kind: ['query', 'mutation'],
  probability: 'share',
};

const details: { readonly [Name in FaultName]: Checks<FaultDetails[Name]> } = {
  slow: { delayMs: 'whole number' },
  stalled: {},
  reset: {},
  truncated: {},
  'html-502': { status: 'status' },
  'unavailable-then-fine': { status: 'status' },
  'rate-limited': { status: [429, 200], retryAfter: 'whole number' },
  'revoked-key': { status: [401, 403, 200], key: [1, 2] },
  'graphql-error': { code: 'text', message: 'text' },
  'null-data': {},
  'partial-data': { field: 'text' },
  'stuck-cursor': {},
  'introspection-off': {},
  'schema-moved': { schema: 'text' },
};

/** The longest time that a timer takes, in milliseconds. */
const most = 2_147_483_647;

/** The names of all faults. */
export const faultNames: readonly string[] = Object.keys(details);

/**
 * Reads a fault that came from outside: from code without types, or as JSON.
 *
 * @throws {ControlApiError} if it is not a fault.
 */
export function readFault(input: unknown): Fault {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ControlApiError('configuration', 'A fault must be an object, such as { "fault": "slow" }.');
  }
  const { fault, ...options }: { fault?: unknown } & Record<string, unknown> = { ...input };
  if (typeof fault !== 'string' || !isFaultName(fault)) {
    throw new ControlApiError('configuration', `The emulator's \`fault\` must be one of: ${faultNames.join(', ')}.`);
  }
  const checks: Readonly<Record<string, Check>> = { ...scope, ...details[fault] };
  const read: Record<string, unknown> = { fault };
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) {
      throw new ControlApiError(
        'configuration',
        `The fault ${fault} has no \`${name}\`: it takes ${listed(Object.keys(checks))}.`,
      );
    }
    read[name] = checked(`The \`${name}\` of the fault ${fault}`, name === 'operation' ? named(value) : value, check);
  }
  if (read['nth'] === 0 || read['times'] === 0) {
    throw new ControlApiError('configuration', 'The `nth` and `times` of a fault must be at least 1.');
  }
  if (fault === 'schema-moved' && read['schema'] === undefined) {
    throw new ControlApiError('configuration', 'The fault schema-moved needs a `schema`: SDL, or the path of a file.');
  }
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

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(details, name);
}

function named(operation: unknown): unknown {
  return typeof operation === 'object' && operation !== null && 'operationName' in operation
    ? operation.operationName
    : operation;
}

function checked(what: string, value: unknown, check: Check): unknown {
  const [isRight, wanted] = Array.isArray(check) ? [check.includes(value), check.join(' or ')] : checkOf(check, value);
  if (isRight) return value;
  throw new ControlApiError('configuration', `${what} must be ${wanted}.`);
}

function checkOf(check: Check, value: unknown): readonly [isRight: boolean, wanted: string] {
  const isWithin = (least: number, top: number): boolean => typeof value === 'number' && value >= least && value <= top;
  if (check === 'text') return [typeof value === 'string' && value !== '', 'a text'];
  if (check === 'share') return [isWithin(0, 1), 'a number from 0 to 1'];
  const [least, top] = check === 'status' ? [500, 599] : [0, most];
  const noun = check === 'status' ? 'status' : 'whole number';
  return [Number.isInteger(value) && isWithin(least, top), `a ${noun} from ${least} to ${top}`];
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
