import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { UnknownNameError } from './path.ts';

/**
 * The value that a text of the command line stands for, by its type: a number, `true`, an enum value, a text; JSON for input
 * objects, lists and, where it is JSON, scalars of the schema's own. `null` is null where the type is not a text.
 *
 * @param text - Undefined only checks nothing.
 * @param what - The subject of the message, such as `The variable first`.
 * @throws {UnknownNameError} if the type does not take the text.
 */
export function inputValue(type: GraphQLInputType, text: string | undefined, what: string): unknown {
  if (text === undefined) return undefined;
  const wrong = (needs: string): UnknownNameError => new UnknownNameError(`${what} must be ${needs}.`);
  const target = getNullableType(type);
  if (isScalarType(target) && (target.name === 'String' || target.name === 'ID')) return text;
  if (text === 'null' && !isNonNullType(type)) return null;
  if (isEnumType(target)) {
    const names = target.getValues().map(({ name }) => name);
    if (names.includes(text)) return text;
    throw wrong(`one of ${names.join(', ')}`);
  }
  if (isListType(target)) {
    const value = text.trimStart().startsWith('[') ? json(text) : undefined;
    if (Array.isArray(value)) return value;
    if (text.trimStart().startsWith('[')) throw wrong(`a JSON list for ${target}`);
    return [inputValue(target.ofType, text, what)];
  }
  if (isInputObjectType(target)) {
    const value = json(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw wrong(`a JSON object for ${target.name}`);
  }
  switch (target.name) {
    case 'Int':
    case 'Float': {
      const value = Number(text);
      const whole = target.name === 'Int';
      if (text.trim() !== '' && (whole ? Number.isInteger(value) : Number.isFinite(value))) return value;
      throw wrong(whole ? 'a whole number' : 'a number');
    }
    case 'Boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw wrong('true or false');
    default:
      return /^[[{"]/.test(text.trimStart()) ? (json(text) ?? text) : text;
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
