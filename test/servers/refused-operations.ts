/** An operation that the server refuses, and how the live schema's change is named. */
export interface RefusedOperation {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The coordinates that may name it, by how much the server's words tell; none for a mistake of the caller's own. */
  readonly named: readonly string[];
}

const list = (selection: string) => `query List { team { devices(first: 3) { nodes { ${selection} } } } }`;
const filtered = (filter: string, type: string, status: unknown): Pick<RefusedOperation, 'document' | 'variables'> => ({
  document: `query List($by: ${type}) { team { devices(${filter}: $by) { nodes { id } } } }`,
  variables: { by: { status } },
});

/** What the schema has not, asked for in an operation's text; and values that no schema takes. */
export function refusedOperations(filter: string): readonly RefusedOperation[] {
  const type = filter === 'filter' ? 'DeviceFilter' : 'DeviceCondition';
  return [
    { document: list('id nickname'), named: ['Device.nickname'] },
    { document: 'query Squad { squad { name } }', named: ['Query.squad'] },
    { document: 'mutation Restart { restartAll }', named: ['Mutation.restartAll'] },
    {
      document: 'query List { team { devices(first: 3, colour: "red") { nodes { id } } } }',
      named: ['Team.devices(colour:)', 'devices(colour:)'],
    },
    { document: 'mutation Rename { renameDevice { __typename } }', named: ['renameDevice(input:)'] },
    {
      document: `query List { team { devices(${filter}: { status: GONE }) { nodes { id } } } }`,
      named: ['DeviceStatus.GONE'],
    },
    {
      document: `query List { team { devices(${filter}: { colour: "red" }) { nodes { id } } } }`,
      named: [`${type}.colour`, `devices(${filter}:)`],
    },
    { document: 'query Name { team { devices { nodes { name { first } } } } }', named: ['name'] },
    { document: 'query List { team { devices(first: 3) } }', named: ['devices'] },
    { document: list('... on Gateway { id }'), named: ['Gateway'] },
    { document: list('... on Application { id }'), named: ['Device'] },
    {
      document: 'query List($first: String) { team { devices(first: $first) { nodes { id } } } }',
      named: ['devices(first:)'],
    },
    {
      document: 'query List($after: Bookmark) { team { devices(first: 3, after: $after) { nodes { id } } } }',
      named: ['Bookmark'],
    },
    { ...filtered(filter, type, 'GONE'), named: [] },
    {
      document: 'mutation Rename($input: RenameDeviceInput!) { renameDevice(input: $input) { __typename } }',
      named: [],
    },
  ];
}
