/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:7f36694ba3963b8276be740b58af90c59c093073a76c79911891e34d0610d323

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
        name: string
      }>,
      pageInfo: {
        hasNextPage: boolean,
        endCursor: string | null
      }
    }
  } | null
};

export type RenameDeviceMutationVariables = {
  id: string;
  name: string;
};

export type RenameDeviceMutation = {
  renameDevice: {
    device: {
      id: string,
      name: string
    } | null,
    userErrors: Array<{
      message: string
    }>
  }
};

/** The nodes of the lists that ListDevices can page through. */
export type ListDevicesConnections = {
  'team.devices': NonNullable<ListDevicesQuery['team']>['devices']['nodes'][number];
};

export const ListDevices: TypedOperation<ListDevicesQuery, ListDevicesQueryVariables, ListDevicesConnections> =
  new TypedOperation<ListDevicesQuery, ListDevicesQueryVariables, ListDevicesConnections>(
    `query ListDevices($first: Int, $after: String) {
  team {
    devices(first: $first, after: $after) {
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

export const RenameDevice: TypedOperation<RenameDeviceMutation, RenameDeviceMutationVariables> =
  new TypedOperation<RenameDeviceMutation, RenameDeviceMutationVariables>(
    `mutation RenameDevice($id: ID!, $name: String!) {
  renameDevice(input: {id: $id, name: $name}) {
    device {
      id
      name
    }
    userErrors {
      message
    }
  }
}`,
    { name: 'RenameDevice', kind: 'mutation', connections: {} },
  );
