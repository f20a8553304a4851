/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:ce59240844a034844c2ce479fe89d68423ad3d51b510f98e4b024b117aae31c4

import type { DocumentNode } from 'graphql';

/** A syntax tree that carries its types by the convention that GraphQL clients share. */
export type TypedDocumentNode<Result, Variables> = DocumentNode & { readonly __apiType?: (variables: Variables) => Result };

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

export const Devices = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Devices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DeviceFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"team"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"devices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeviceCore"}},{"kind":"Field","name":{"kind":"Name","value":"settings"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeviceCore"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Device"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]} as unknown as TypedDocumentNode<DevicesQuery, DevicesQueryVariables>;

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
