/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:234e95ae7147989cfc7a1fa3c2b2c3ee45916dc21ea31357a157215d77aaabc8

import { TypedOperation } from 'control-api-sdk';

export type DeviceSummaryFragment = {
  id: string,
  name: string,
  status: DeviceStatus | (string & {}),
  site: string,
  lastSeenAt: string,
  firmwareVersion: string,
  application: {
    name: string,
    /** The firmware that its devices should have. */
    firmwareVersion: string
  }
};

export type DeviceDetailQueryVariables = {
  id: string;
};

export type DeviceDetailQuery = {
  team: {
    device: {
      id: string,
      name: string,
      status: DeviceStatus | (string & {}),
      site: string,
      lastSeenAt: string,
      firmwareVersion: string,
      application: {
        name: string,
        /** The firmware that its devices should have. */
        firmwareVersion: string
      }
    } | null
  }
};

export type DeviceListQueryVariables = {
  first: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
  status?: DeviceStatus | null | undefined;
};

export type DeviceListQuery = {
  team: {
    devices: {
      nodes: Array<{
        id: string,
        name: string,
        status: DeviceStatus | (string & {}),
        site: string,
        lastSeenAt: string,
        firmwareVersion: string,
        application: {
          name: string,
          /** The firmware that its devices should have. */
          firmwareVersion: string
        }
      }>,
      pageInfo: {
        hasNextPage: boolean,
        endCursor: string | null
      },
      totalCount: number
    },
    online: {
      totalCount: number
    },
    offline: {
      totalCount: number
    },
    restarting: {
      totalCount: number
    }
  }
};

export type RenameDeviceMutationVariables = {
  id: string;
  name: string;
};

export type RenameDeviceMutation = {
  renameDevice: {
    device: {
      id: string,
      name: string,
      status: DeviceStatus | (string & {}),
      site: string,
      lastSeenAt: string,
      firmwareVersion: string,
      application: {
        name: string,
        /** The firmware that its devices should have. */
        firmwareVersion: string
      }
    } | null,
    userErrors: Array<{
      message: string
    }>
  }
};

export const DeviceDetail: TypedOperation<DeviceDetailQuery, DeviceDetailQueryVariables> =
  new TypedOperation<DeviceDetailQuery, DeviceDetailQueryVariables>(
    `query DeviceDetail($id: ID!) {
  team {
    device(id: $id) {
      ...DeviceSummary
    }
  }
}

fragment DeviceSummary on Device {
  id
  name
  status
  site
  lastSeenAt
  firmwareVersion
  application {
    name
    firmwareVersion
  }
}`,
    { name: 'DeviceDetail', kind: 'query', connections: {} },
  );

/** The nodes of the lists that DeviceList can page through. */
export type DeviceListConnections = {
  'team.devices': DeviceListQuery['team']['devices']['nodes'][number];
};

export const DeviceList: TypedOperation<DeviceListQuery, DeviceListQueryVariables, DeviceListConnections> =
  new TypedOperation<DeviceListQuery, DeviceListQueryVariables, DeviceListConnections>(
    `query DeviceList($first: Int!, $after: String, $search: String, $status: DeviceStatus) {
  team {
    devices(
      first: $first
      after: $after
      filter: {nameContains: $search, status: $status}
    ) {
      nodes {
        ...DeviceSummary
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      totalCount
    }
    online: devices(filter: {nameContains: $search, status: ONLINE}) {
      totalCount
    }
    offline: devices(filter: {nameContains: $search, status: OFFLINE}) {
      totalCount
    }
    restarting: devices(filter: {nameContains: $search, status: RESTARTING}) {
      totalCount
    }
  }
}

fragment DeviceSummary on Device {
  id
  name
  status
  site
  lastSeenAt
  firmwareVersion
  application {
    name
    firmwareVersion
  }
}`,
    {
      name: 'DeviceList',
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
      ...DeviceSummary
    }
    userErrors {
      message
    }
  }
}

fragment DeviceSummary on Device {
  id
  name
  status
  site
  lastSeenAt
  firmwareVersion
  application {
    name
    firmwareVersion
  }
}`,
    { name: 'RenameDevice', kind: 'mutation', connections: {} },
  );

export type DeviceStatus =
  | 'OFFLINE'
  | 'ONLINE'
  | 'RESTARTING';
