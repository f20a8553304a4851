/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:9c173fd03656e1f19d61696299d39494727319067c668c3d075b5205553d876c

import { TypedOperation } from '../../../src/index.ts';

/** A member that only some variants of a result have, without null. */
type Member<T, Key> = T extends unknown ? (Key extends keyof T ? NonNullable<T[Key]> : never) : never;

export type DeviceCoreFragment = {
  id: string,
  name: string,
  status: DeviceStatus
};

export type DevicesQueryVariables = {
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: DeviceFilter | null | undefined;
};

export type DevicesQuery = {
  team: {
    devices: {
      nodes: Array<{
        id: string,
        name: string,
        status: DeviceStatus,
        settings: unknown
      } | null> | null,
      pageInfo: {
        hasNextPage: boolean,
        endCursor: string | null
      }
    }
  }
};

export type FoundNodeQueryVariables = {
  id: string;
  after?: string | null | undefined;
};

export type FoundNodeQuery = {
  node:
    | {
      id: string,
      devices: {
        nodes: Array<{
          id: string
        } | null> | null,
        pageInfo: {
          hasNextPage: boolean,
          endCursor: string | null
        }
      }
    }
    | {
      id: string
    }
    | null
};

export type RenameMutationVariables = {
  input: RenameDeviceInput;
};

export type RenameMutation = {
  renameDevice: {
    device: {
      id: string,
      name: string,
      status: DeviceStatus
    } | null
  } | null
};

export type TeamQueryVariables = { [key: string]: never; };

export type TeamQuery = {
  team: {
    id: string,
    name: string,
    plan: Plan,
    createdAt: string
  }
};

export type TwoListsQueryVariables = {
  devicesAfter?: string | null | undefined;
  membersAfter?: string | null | undefined;
};

export type TwoListsQuery = {
  team: {
    devices: {
      nodes: Array<{
        id: string
      } | null> | null,
      pageInfo: {
        hasNextPage: boolean,
        endCursor: string | null
      }
    },
    members: {
      edges: Array<{
        node: {
          login: string
        }
      }>,
      pageInfo: {
        hasNextPage: boolean,
        endCursor: string | null
      }
    }
  }
};

/** The nodes of the lists that Devices can page through. */
export type DevicesConnections = {
  'team.devices': NonNullable<NonNullable<DevicesQuery['team']['devices']['nodes']>[number]>;
};

export const Devices: TypedOperation<DevicesQuery, DevicesQueryVariables, DevicesConnections> =
  new TypedOperation<DevicesQuery, DevicesQueryVariables, DevicesConnections>(
    `query Devices($first: Int, $after: String, $filter: DeviceFilter) {
  team {
    devices(first: $first, after: $after, filter: $filter) {
      nodes {
        ...DeviceCore
        settings
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}

fragment DeviceCore on Device {
  id
  name
  status
}`,
    {
      name: 'Devices',
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

/** The nodes of the lists that FoundNode can page through. */
export type FoundNodeConnections = {
  'node.devices': NonNullable<NonNullable<Member<NonNullable<FoundNodeQuery['node']>, 'devices'>['nodes']>[number]>;
};

export const FoundNode: TypedOperation<FoundNodeQuery, FoundNodeQueryVariables, FoundNodeConnections> =
  new TypedOperation<FoundNodeQuery, FoundNodeQueryVariables, FoundNodeConnections>(
    `query FoundNode($id: ID!, $after: String) {
  node(id: $id) {
    id
    ... on Application {
      devices(after: $after) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}`,
    {
      name: 'FoundNode',
      kind: 'query',
      connections: {
        'node.devices': {
          path: ['node', 'devices'],
          items: ['nodes'],
          direction: 'forward',
          pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
          cursorVariable: 'after',
        },
      },
    },
  );

export const Rename: TypedOperation<RenameMutation, RenameMutationVariables> =
  new TypedOperation<RenameMutation, RenameMutationVariables>(
    `mutation Rename($input: RenameDeviceInput!) {
  renameDevice(input: $input) {
    device {
      ...DeviceCore
    }
  }
}

fragment DeviceCore on Device {
  id
  name
  status
}`,
    { name: 'Rename', kind: 'mutation', connections: {} },
  );

export const Team: TypedOperation<TeamQuery, TeamQueryVariables> =
  new TypedOperation<TeamQuery, TeamQueryVariables>(
    `query Team {
  team {
    id
    name
    plan
    createdAt
  }
}`,
    { name: 'Team', kind: 'query', connections: {} },
  );

/** The nodes of the lists that TwoLists can page through. */
export type TwoListsConnections = {
  'team.devices': NonNullable<NonNullable<TwoListsQuery['team']['devices']['nodes']>[number]>;
  'team.members': TwoListsQuery['team']['members']['edges'][number]['node'];
};

export const TwoLists: TypedOperation<TwoListsQuery, TwoListsQueryVariables, TwoListsConnections> =
  new TypedOperation<TwoListsQuery, TwoListsQueryVariables, TwoListsConnections>(
    `query TwoLists($devicesAfter: String, $membersAfter: String) {
  team {
    devices(after: $devicesAfter) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    members(after: $membersAfter) {
      edges {
        node {
          login
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}`,
    {
      name: 'TwoLists',
      kind: 'query',
      connections: {
        'team.devices': {
          path: ['team', 'devices'],
          items: ['nodes'],
          direction: 'forward',
          pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
          cursorVariable: 'devicesAfter',
        },
        'team.members': {
          path: ['team', 'members'],
          items: ['edges', 'node'],
          direction: 'forward',
          pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
          cursorVariable: 'membersAfter',
        },
      },
    },
  );

export type DeviceFilter = {
  any?: Array<DeviceFilter> | null | undefined;
  /** @deprecated Use `nameContains`. */
  legacyTag?: string | null | undefined;
  nameContains?: string | null | undefined;
  status?: DeviceStatus | null | undefined;
};

export type DeviceStatus =
  | 'OFFLINE'
  | 'ONLINE'
  | 'REBOOTING';

export type Plan =
  | 'BUSINESS'
  | 'FREE'
  /** @deprecated Trials have ended. */
  | 'TRIAL';

export type RenameDeviceInput = {
  clientMutationId?: string | null | undefined;
  id: string;
  name: string;
  note?: string | null | undefined;
};
