import { type GraphQLSchema, parse, validate } from 'graphql';
import { parsePaths } from '../../src/operations/path.ts';
import { type WrittenOperation, writeOperation } from '../../src/operations/write-operation.ts';

export const write = (schema: GraphQLSchema, path: string, fields?: string): WrittenOperation => {
  const [only] = parsePaths([path]);
  if (!only) throw new Error(`“${path}” is not a path.`);
  return writeOperation(schema, only, fields);
};
/** The number of lines of the selection, with variables and arguments on their own lines. */
export const linesOf = (operation: WrittenOperation) =>
  body(operation)
    .trimEnd()
    .split('\n')
    .filter((line) => !line.includes('$')).length;
export const faults = (schema: GraphQLSchema, text: string) =>
  validate(schema, parse(text)).map(({ message }) => message);
export const body = ({ text }: WrittenOperation) => text.replace(/^#.*\n/gm, '');
