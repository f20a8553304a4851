import { ConfigurationError, isControlApiError } from '../errors.ts';
import { isRecord } from '../is-record.ts';

/**
 * The documented request body: `query` alone; `variables` only where there are any, and `operationName` only where it is
 * needed to tell several operations apart.
 *
 * @throws {ConfigurationError} where the variables are not an object, or JSON would drop or change a part of them.
 */
export function writeBody(query: string, variables: unknown, operationName: string | undefined): string {
  if (variables === undefined || variables === null) return JSON.stringify({ query, operationName });
  if (!isRecord(variables)) {
    throw new ConfigurationError('The variables must be an object, by name. Options come after them.');
  }
  const given = Object.values(variables).some((value) => value !== undefined) ? variables : undefined;
  try {
    return JSON.stringify({ query, variables: given, operationName }, given && lossless(given));
  } catch (error) {
    if (isControlApiError(error)) throw error;
    throw new ConfigurationError(
      'The variables cannot be written as JSON: they hold a circle, or a `toJSON` or getter that fails. Pass plain values.',
    );
  }
}

/** A replacer for `JSON.stringify` that changes nothing, and refuses what it would drop or change without a word. */
function lossless(variables: object): (this: unknown, key: string, value: unknown) => unknown {
  let variable = '';
  return function check(key, value) {
    if (this === variables) variable = key;
    const lost = lossOf(this, key, value);
    if (lost === undefined) return value;
    // The variable's name comes from the operation; what it holds never gets into a message.
    throw new ConfigurationError(`The variable $${variable.slice(0, 80)} ${lost}`);
  };
}

function lossOf(holder: unknown, key: string, value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value)
        ? undefined
        : `holds ${value}, which JSON writes as null. Pass a finite number or null.`;
    case 'bigint':
      return 'holds a BigInt, which JSON cannot hold. Pass it as a string or a number.';
    case 'function':
    case 'symbol':
      return `holds a ${typeof value}, which JSON leaves out. Pass plain values.`;
    case 'undefined':
      return Array.isArray(holder)
        ? 'holds a list with undefined in it, which JSON writes as null. Pass null.'
        : undefined;
    case 'object': {
      if (value === null) {
        const given = isRecord(holder) || Array.isArray(holder) ? Reflect.get(holder, key) : null;
        return tagOf(given) === 'Date' ? 'holds an invalid Date. Pass a valid one, or null.' : undefined;
      }
      const tag = tagOf(value);
      if (tag === 'Object' || (Object.keys(value).length > 0 && !ArrayBuffer.isView(value)) || WRITABLE.has(tag))
        return undefined;
      return `holds a ${tag.slice(0, 40)}, which JSON cannot hold. Pass an array or a plain object.`;
    }
    default:
      return undefined;
  }
}

/** Objects that JSON writes whole, even where they have no entries. What has a `toJSON` comes here as what that returned. */
const WRITABLE: ReadonlySet<string> = new Set(['Array', 'String', 'Number', 'Boolean']);

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
