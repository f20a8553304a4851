/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:7205b52703e71546b42c8e03a788c602d6bcf155d7371b5e730171561d8d2c35

import { TypedOperation } from 'control-api-sdk';

export type RenameDeviceMutationVariables = {
  id: string;
  name: string;
};

export type RenameDeviceMutation = {
  renameDevice: {
    device: {
      id: string
    } | null,
    userErrors: Array<{
      message: string
    }>
  }
};

export const RenameDevice: TypedOperation<RenameDeviceMutation, RenameDeviceMutationVariables> =
  new TypedOperation<RenameDeviceMutation, RenameDeviceMutationVariables>(
    `mutation RenameDevice($id: ID!, $name: String!) {
  renameDevice(input: {id: $id, name: $name}) {
    device {
      id
    }
    userErrors {
      message
    }
  }
}`,
    { name: 'RenameDevice', kind: 'mutation', connections: {} },
  );
