/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:2e90dd51920d58efe5bd3da882a74692ebdffbc1d73643098aa23371ee14fd13

import { TypedOperation } from '../base/typed-operation.ts';

export type CheckIntrospectionQueryVariables = { [key: string]: never; };

export type CheckIntrospectionQuery = {
  __schema: {
    /** The type that query operations will be rooted at. */
    queryType: {
      name: string | null
    },
    /** If this server supports mutation, the type that mutation operations will be rooted at. */
    mutationType: {
      name: string | null
    } | null
  }
};

export type ListDevicesQueryVariables = { [key: string]: never; };

export type ListDevicesQuery = {
  /**
   * Documented: the integration root; external integrations use only what is under it. Inferred: that it takes no
   * arguments, and may be null.
   */
  team: {
    /** Documented: the team's devices, as a connection. Inferred: that it takes no arguments, and may be null. */
    devices: {
      /** Documented: a list of device objects. Inferred: that the list and what is in it may be null. */
      nodes: Array<{
        /** Documented: the field. Inferred: that it is an `ID`, and may be null. */
        id: string | null,
        /** Documented: the field. Inferred: that it is a `String`, and may be null. */
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
