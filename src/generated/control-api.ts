/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `npx control-api-sdk generate` again.
// Made from the part of the schema that these operations use, sha256:ba0886fc3f4f569814b094335043fa31a9b8a9c800f295c06d3f6c323c99f8b2

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

export type ListDevicesAtOnceQueryVariables = {
  team: string;
};

export type ListDevicesAtOnceQuery = {
  /**
   * Documented: the integration root; external integrations use only what is under it. Inferred: that it takes no
   * arguments, and may be null.
   */
  team: {
    __typename: 'Team',
    /** Documented: the team's devices, as a connection. Inferred: that it takes no arguments, and may be null. */
    devices: {
      __typename: 'DeviceConnection',
      /** Documented: a list of device objects. Inferred: that the list and what is in it may be null. */
      nodes: Array<{
        /** Documented: the field. Inferred: that it is an `ID`, and may be null. */
        id: string | null,
        /** Documented: the field. Inferred: that it is a `String`, and may be null. */
        name: string | null
      } | null> | null
    } | null
  } | null,
  __type: {
    fields: Array<{
      name: string,
      args: Array<{
        name: string,
        /** A GraphQL-formatted string representing the default value for this input value. */
        defaultValue: string | null,
        type: {
          kind: __TypeKind,
          name: string | null
        }
      }>
    }> | null
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

export const ListDevicesAtOnce: TypedOperation<ListDevicesAtOnceQuery, ListDevicesAtOnceQueryVariables> =
  new TypedOperation<ListDevicesAtOnceQuery, ListDevicesAtOnceQueryVariables>(
    `query ListDevicesAtOnce($team: String!) {
  team {
    __typename
    devices {
      __typename
      nodes {
        id
        name
      }
    }
  }
  __type(name: $team) {
    fields(includeDeprecated: true) {
      name
      args {
        name
        defaultValue
        type {
          kind
          name
        }
      }
    }
  }
}`,
    { name: 'ListDevicesAtOnce', kind: 'query', connections: {} },
  );

/** An enum describing what kind of type a given `__Type` is. */
export type __TypeKind =
  /** Indicates this type is a scalar. */
  | 'SCALAR'
  /** Indicates this type is an object. `fields` and `interfaces` are valid fields. */
  | 'OBJECT'
  /** Indicates this type is an interface. `fields`, `interfaces`, and `possibleTypes` are valid fields. */
  | 'INTERFACE'
  /** Indicates this type is a union. `possibleTypes` is a valid field. */
  | 'UNION'
  /** Indicates this type is an enum. `enumValues` is a valid field. */
  | 'ENUM'
  /** Indicates this type is an input object. `inputFields` is a valid field. */
  | 'INPUT_OBJECT'
  /** Indicates this type is a list. `ofType` is a valid field. */
  | 'LIST'
  /** Indicates this type is a non-null. `ofType` is a valid field. */
  | 'NON_NULL';
