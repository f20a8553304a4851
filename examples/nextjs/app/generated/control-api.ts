/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `control-api generate` again.
// Made from the part of the schema that these operations use, sha256:a9949bfb6023be7002dd896b6a827ff1ef0f23ecb73dd385faa7ba0a8c39d650

import { TypedOperation } from 'control-api-sdk';

export type RenameDeviceMutationVariables = {
  id: string;
  name: string;
};

export type RenameDeviceMutation = {
  renameDevice: {
    device: {
      id: string
    } | null
  }
};

export const RenameDevice: TypedOperation<RenameDeviceMutation, RenameDeviceMutationVariables> =
  new TypedOperation<RenameDeviceMutation, RenameDeviceMutationVariables>(
    `mutation RenameDevice($id: ID!, $name: String!) {
  renameDevice(input: {id: $id, name: $name}) {
    device {
      id
    }
  }
}`,
    { name: 'RenameDevice', kind: 'mutation', connections: {} },
  );
