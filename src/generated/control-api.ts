/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `npx control-api generate` again.
// Made from the part of the schema that these operations use, sha256:2e90dd51920d58efe5bd3da882a74692ebdffbc1d73643098aa23371ee14fd13

import { TypedOperation } from '../typed-operation.ts';

export type CheckIntrospectionQueryVariables = { [key: string]: never; };

export type CheckIntrospectionQuery = {
  __schema: {
    queryType: {
      name: string | null
    },
    mutationType: {
      name: string | null
    } | null
  }
};

export type ListDevicesQueryVariables = { [key: string]: never; };

export type ListDevicesQuery = {
  team: {
    devices: {
      nodes: Array<{
        id: string | null,
        name: string | null
      } | null> | null
    } | null
  } | null
};

export const CheckIntrospection: TypedOperation<CheckIntrospectionQuery, CheckIntrospectionQueryVariables> =
  new TypedOperation<CheckIntrospectionQuery, CheckIntrospectionQueryVariables>(
    `query CheckIntrospection {
  __schema {
    queryType {
      name
    }
    mutationType {
      name
    }
  }
}`,
    { name: 'CheckIntrospection', kind: 'query', connections: {} },
  );

export const ListDevices: TypedOperation<ListDevicesQuery, ListDevicesQueryVariables> =
  new TypedOperation<ListDevicesQuery, ListDevicesQueryVariables>(
    `query ListDevices {
  team {
    devices {
      nodes {
        id
        name
      }
    }
  }
}`,
    { name: 'ListDevices', kind: 'query', connections: {} },
  );
