import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { isRecord } from '../base/is-record.ts';
import { UnknownNameError } from './path.ts';

/**
 * Reads a value of the command line by its type. Input objects and lists are JSON; custom scalars may be. `null` is null, except
 * for `String` and `ID`.
 *
 * @param what - The subject of the message, such as `The variable first`.
 * @throws {UnknownNameError} if the text is not a value of the type.
 */
export function inputValue(type: GraphQLInputType, text: string, what: string): unknown {
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
    if (!text.trimStart().startsWith('[')) return [inputValue(target.ofType, text, what)];
    const value = json(text);
    if (Array.isArray(value)) return value;
    throw wrong(`a JSON list for ${target}`);
  }
  if (isInputObjectType(target)) {
    const value = json(text);
    if (isRecord(value)) return value;
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
