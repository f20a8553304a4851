/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run `npx control-api-sdk generate` again.
// Made from the part of the schema that these operations use, sha256:2287bff4fea16663753229f3c2840617c89500718cfbada7e2efc4399ebdb47d

import { TypedOperation } from '../base/typed-operation.ts';

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

export type ArgumentFragment = {
  name: string,
  defaultValue: string | null,
  type: {
    kind: __TypeKind,
    name: string | null,
    ofType: {
      name: string | null
    } | null
  }
};

export type ListOrPageInfoFragment = {
  kind: __TypeKind,
  fields: Array<{
    name: string
  }> | null
};

export type MembersFragment = {
  kind: __TypeKind,
  name: string | null,
  fields: Array<{
    name: string,
    args: Array<{
      name: string,
      defaultValue: string | null,
      type: {
        kind: __TypeKind,
        name: string | null,
        ofType: {
          name: string | null
        } | null
      }
    }>,
    type: {
      kind: __TypeKind,
      name: string | null,
      ofType: {
        name: string | null
      } | null
    }
  }> | null
};

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

export type LearnConnectionQueryVariables = {
  name: string;
};

export type LearnConnectionQuery = {
  __type: {
    fields: Array<{
      name: string,
      type: {
        kind: __TypeKind,
        ofType: {
          kind: __TypeKind,
          fields: Array<{
            name: string
          }> | null
        } | null,
        fields: Array<{
          name: string
        }> | null
      }
    }> | null
  } | null
};

export type LearnTeamQueryVariables = { [key: string]: never; };

export type LearnTeamQuery = {
  __schema: {
    queryType: {
      fields: Array<{
        name: string,
        args: Array<{
          name: string,
          defaultValue: string | null,
          type: {
            kind: __TypeKind,
            name: string | null,
            ofType: {
              name: string | null
            } | null
          }
        }>,
        type: {
          kind: __TypeKind,
          name: string | null,
          ofType: {
            kind: __TypeKind,
            name: string | null,
            fields: Array<{
              name: string,
              args: Array<{
                name: string,
                defaultValue: string | null,
                type: {
                  kind: __TypeKind,
                  name: string | null,
                  ofType: {
                    name: string | null
                  } | null
                }
              }>,
              type: {
                kind: __TypeKind,
                name: string | null,
                ofType: {
                  name: string | null
                } | null
              }
            }> | null
          } | null,
          fields: Array<{
            name: string,
            args: Array<{
              name: string,
              defaultValue: string | null,
              type: {
                kind: __TypeKind,
                name: string | null,
                ofType: {
                  name: string | null
                } | null
              }
            }>,
            type: {
              kind: __TypeKind,
              name: string | null,
              ofType: {
                name: string | null
              } | null
            }
          }> | null
        }
      }> | null
    }
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

export type ListDevicesAtOnceQueryVariables = {
  team: string;
  connection: string;
};

export type ListDevicesAtOnceQuery = {
  team: {
    __typename: 'Team',
    devices: {
      __typename: 'DeviceConnection',
      nodes: Array<{
        id: string | null,
        name: string | null
      } | null> | null
    } | null
  } | null,
  teamType: {
    fields: Array<{
      name: string,
      args: Array<{
        name: string,
        defaultValue: string | null,
        type: {
          kind: __TypeKind,
          name: string | null,
          ofType: {
            name: string | null
          } | null
        }
      }>
    }> | null
  } | null,
  connectionType: {
    fields: Array<{
      name: string
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

export const LearnConnection: TypedOperation<LearnConnectionQuery, LearnConnectionQueryVariables> =
  new TypedOperation<LearnConnectionQuery, LearnConnectionQueryVariables>(
    `query LearnConnection($name: String!) {
  __type(name: $name) {
    fields(includeDeprecated: true) {
      name
      type {
        ...ListOrPageInfo
        ofType {
          ...ListOrPageInfo
        }
      }
    }
  }
}

fragment ListOrPageInfo on __Type {
  kind
  fields(includeDeprecated: true) {
    name
  }
}`,
    { name: 'LearnConnection', kind: 'query', connections: {} },
  );

export const LearnTeam: TypedOperation<LearnTeamQuery, LearnTeamQueryVariables> =
  new TypedOperation<LearnTeamQuery, LearnTeamQueryVariables>(
    `query LearnTeam {
  __schema {
    queryType {
      fields(includeDeprecated: true) {
        name
        args {
          ...Argument
        }
        type {
          ...Members
          ofType {
            ...Members
          }
        }
      }
    }
  }
}

fragment Argument on __InputValue {
  name
  defaultValue
  type {
    kind
    name
    ofType {
      name
    }
  }
}

fragment Members on __Type {
  kind
  name
  fields(includeDeprecated: true) {
    name
    args {
      ...Argument
    }
    type {
      kind
      name
      ofType {
        name
      }
    }
  }
}`,
    { name: 'LearnTeam', kind: 'query', connections: {} },
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
    `query ListDevicesAtOnce($team: String!, $connection: String!) {
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
  teamType: __type(name: $team) {
    fields(includeDeprecated: true) {
      name
      args {
        name
        defaultValue
        type {
          kind
          name
          ofType {
            name
          }
        }
      }
    }
  }
  connectionType: __type(name: $connection) {
    fields(includeDeprecated: true) {
      name
    }
  }
}`,
    { name: 'ListDevicesAtOnce', kind: 'query', connections: {} },
  );
