/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:52316fc3fb972d447b5e4053426025d924042f5b49525a8eedb15bfe8a9a0d8c

import { TypedOperation } from 'control-api-sdk';

export type ListDevicesQueryVariables = {
  first?: number | null | undefined;
  after?: string | null | undefined;
};

export type ListDevicesQuery = {
  team: {
    devices: {
      nodes: Array<{
        id: string,
        name: string,
        serialNumber: string,
        state: DeviceState
      }>,
      pageInfo: {
        hasNextPage: boolean,
        endCursor: string | null
      }
    }
  }
};

/** The nodes of the lists that ListDevices can page through. */
export type ListDevicesConnections = {
  'team.devices': ListDevicesQuery['team']['devices']['nodes'][number];
};

export const ListDevices: TypedOperation<ListDevicesQuery, ListDevicesQueryVariables, ListDevicesConnections> =
  new TypedOperation<ListDevicesQuery, ListDevicesQueryVariables, ListDevicesConnections>(
    `query ListDevices($first: Int, $after: String) {
  team {
    devices(first: $first, after: $after) {
      nodes {
        id
        name
        serialNumber
        state
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}`,
    {
      name: 'ListDevices',
      kind: 'query',
      connections: {
        'team.devices': {
          path: ['team', 'devices'],
          items: ['nodes'],
          direction: 'forward',
          pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
          cursorVariable: 'after',
          sizeVariable: ['first'],
        },
      },
    },
  );

export type DeviceState =
  | 'OFFLINE'
  | 'ONLINE';
