/** The documented surface: the text of `documented.graphql`, carried along so that the emulator needs no file. */
export const documentedSchema: string = `\
"""
The documented surface of the control API, and nothing more. Descriptions say which part is documented and which is
inferred, that is, chosen by us because GraphQL asks for a choice that the document does not show. For everything else,
read the live schema by introspection, which needs no key.
"""
schema {
  query: Query
  mutation: Mutation
}

"""
Documented: the root of read operations; its name is what \`__schema { queryType { name } }\` returns. Inferred: the name
\`Query\`.
"""
type Query {
  """
  Documented: the integration root; external integrations use only what is under it. Inferred: that it takes no
  arguments, and may be null.
  """
  team: Team
}

"""
Documented: introspection is asked for the root of write operations, with \`__schema { mutationType { name } }\`. Inferred:
that there is one, and the name \`Mutation\`.
"""
type Mutation {
  """
  Inferred: a root must have a field, and \`team\` is the one that external integrations use. What can be written under
  it is not documented.
  """
  team: Team
}

"""
Documented: a team, whose resources the API manages. Inferred: the type's name.
"""
type Team {
  """
  Documented: the team's devices, as a connection. Inferred: that it takes no arguments, and may be null.
  """
  devices: DeviceConnection
}

"""
Documented: connection types are used for lists. Inferred: the type's name.
"""
type DeviceConnection {
  """
  Documented: a list of device objects. Inferred: that the list and what is in it may be null.
  """
  nodes: [Device]
}

"""
Documented: a device. Inferred: the type's name.
"""
type Device {
  """
  Documented: the field. Inferred: that it is an \`ID\`, and may be null.
  """
  id: ID

  """
  Documented: the field. Inferred: that it is a \`String\`, and may be null.
  """
  name: String
}
`;
