/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:e38f78a7c090281d5eb8afcd067bec4de1206b28bddf275a8c03dfe5a0919555

import { TypedOperation } from 'control-api-sdk';

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

const $schema =
  `schema{query:Query}type Device{id:ID name:String}type DeviceConnection{nodes:[Device]}type Query{team:Team}type Team{devices:DeviceConnection}`;

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
    { name: 'ListDevices', kind: 'query', origin: { file: 'operations/devices.graphql', schema: $schema }, connections: {} },
  );
