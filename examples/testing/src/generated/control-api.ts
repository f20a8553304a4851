/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:259b1cb8df7b65c0881d75f37c604c62af8abce370c16f25d92c0e628482fe0a

import { TypedOperation } from 'control-api-sdk';

export type DeleteDeviceMutationVariables = {
  id: string;
};

export type DeleteDeviceMutation = {
  deleteDevice: {
    deletedId: string | null
  }
};

export type OfflineDevicesQueryVariables = {
  first?: number | null | undefined;
  after?: string | null | undefined;
};

export type OfflineDevicesQuery = {
  team: {
    devices: {
      nodes: Array<{
        id: string,
        name: string
      }>,
      pageInfo: {
        hasNextPage: boolean,
        endCursor: string | null
      }
    }
  } | null
};

export const DeleteDevice: TypedOperation<DeleteDeviceMutation, DeleteDeviceMutationVariables> =
  new TypedOperation<DeleteDeviceMutation, DeleteDeviceMutationVariables>(
    `mutation DeleteDevice($id: ID!) {
  deleteDevice(id: $id) {
    deletedId
  }
}`,
    { name: 'DeleteDevice', kind: 'mutation', connections: {} },
  );

/** The nodes of the lists that OfflineDevices can page through. */
export type OfflineDevicesConnections = {
  'team.devices': NonNullable<OfflineDevicesQuery['team']>['devices']['nodes'][number];
};

export const OfflineDevices: TypedOperation<OfflineDevicesQuery, OfflineDevicesQueryVariables, OfflineDevicesConnections> =
  new TypedOperation<OfflineDevicesQuery, OfflineDevicesQueryVariables, OfflineDevicesConnections>(
    `query OfflineDevices($first: Int, $after: String) {
  team {
    devices(first: $first, after: $after, filter: {status: OFFLINE}) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}`,
    {
      name: 'OfflineDevices',
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
