/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:428f982afd5e679d00103d5e04158425e465376e501b9804c0d50d6031980e6b

import { TypedOperation } from 'control-api-sdk';

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
  }
};

export type RebootDeviceMutationVariables = {
  id: string;
};

export type RebootDeviceMutation = {
  rebootDevice: {
    device: {
      id: string,
      status: DeviceStatus
    } | null
  }
};

/** The nodes of the lists that OfflineDevices can page through. */
export type OfflineDevicesConnections = {
  'team.devices': OfflineDevicesQuery['team']['devices']['nodes'][number];
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

export const RebootDevice: TypedOperation<RebootDeviceMutation, RebootDeviceMutationVariables> =
  new TypedOperation<RebootDeviceMutation, RebootDeviceMutationVariables>(
    `mutation RebootDevice($id: ID!) {
  rebootDevice(id: $id) {
    device {
      id
      status
    }
  }
}`,
    { name: 'RebootDevice', kind: 'mutation', connections: {} },
  );

export type DeviceStatus =
  | 'OFFLINE'
  | 'ONLINE'
  | 'REBOOTING';
