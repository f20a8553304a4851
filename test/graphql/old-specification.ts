/** The parts of introspection that a server of the oldest specification lacks. */
const newer = new Set([
  'isRepeatable',
  'specifiedByURL',
  'isOneOf',
  'isDeprecated',
  'deprecationReason',
  'description',
]);

interface Named {
  readonly name: string;
}

/** The introspection types of such a server. */
export function asOldServer(answer: object): object {
  return JSON.parse(JSON.stringify(answer), (key, value) => {
    if (key === 'fields') return value.filter(({ name }: Named) => !newer.has(name));
    return key === 'args' ? value.filter(({ name }: Named) => name !== 'includeDeprecated') : value;
  });
}
