/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `npx control-api-sdk generate` again.
// Made from the part of the schema that these operations use, sha256:a80ac9f02120bd66041386950d3b24e0442a50d08233317277acee6f56d43801

import { TypedOperation } from '../../../src/index.ts';

export type DeviceCoreFragment = {
  id: string,
  name: string,
  status: DeviceStatus | (string & {})
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
        status: DeviceStatus | (string & {}),
        settings: unknown
      } | null> | null,
      pageInfo: {
        hasNextPage: boolean,
        endCursor: string | null
      }
    }
  }
};

export type TeamQueryVariables = { [key: string]: never; };

export type TeamQuery = {
  team: {
    id: string,
    name: string,
    plan: Plan | (string & {}),
    createdAt: string
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
        },
      },
    },
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
