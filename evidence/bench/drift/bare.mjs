// The same verdict with graphql-js alone, as in handwritten code: node bare.mjs URL
import { readdirSync, readFileSync } from 'node:fs';
import {
  buildClientSchema,
  buildSchema,
  concatAST,
  findBreakingChanges,
  findDangerousChanges,
  getIntrospectionQuery,
  parse,
  validate,
} from 'graphql';

const old = buildSchema(readFileSync('schema.graphql', 'utf8'), { assumeValidSDL: true });
const response = await fetch(`${process.argv[2]}/graphql`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: getIntrospectionQuery() }),
});
const live = buildClientSchema((await response.json()).data);
const files = readdirSync('operations').map((name) => readFileSync(`operations/${name}`, 'utf8'));
const errors = validate(live, concatAST(files.map((text) => parse(text))));
process.exitCode = errors.length + findBreakingChanges(old, live).length + findDangerousChanges(old, live).length;
