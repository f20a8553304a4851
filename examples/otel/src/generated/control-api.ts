/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `npx control-api-sdk generate` again.
// Made from the part of the schema that these operations use, sha256:e38f78a7c090281d5eb8afcd067bec4de1206b28bddf275a8c03dfe5a0919555

import { TypedOperation } from 'control-api-sdk';

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
    { name: 'ListDevices', kind: 'query', origin: { file: 'operations/devices.graphql', shape: 'Query.x Team.K DeviceConnection.U Device.Yf ID String;123[45' }, connections: {} },
  );
