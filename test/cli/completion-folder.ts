import { readFile } from 'node:fs/promises';
import { folderWith } from '../helpers/cli-in-process.ts';

/** A project in which paths, profiles and operations can be completed. */
export const completionFolder = async () =>
  folderWith({
    'schema.graphql': await readFile('test/fixtures/relay.graphql', 'utf8'),
    'control-api.json': JSON.stringify({
      profiles: { staging: 'https://staging.example.com', local: 'http://127.0.0.1:4000' },
    }),
    'operations/one.graphql': 'query CountDevices { team { id } }',
  });
