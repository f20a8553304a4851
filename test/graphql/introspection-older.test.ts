import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { hiddenInputsOf } from '../../src/graphql/hidden-inputs.ts';
import { atMost, type Habits, read, refusing, serve, withoutField } from './introspection-habits.ts';

/** The parts of introspection that a server of the oldest specification lacks. */
const newer = new Set([
  'isRepeatable',
  'specifiedByURL',
  'isOneOf',
  'isDeprecated',
  'deprecationReason',
  'description',
]);

const argumentsOfTeam = (schema: GraphQLSchema) =>
  schema
    .getQueryType()
    ?.getFields()
    ['team']?.args.map(({ name }) => name);

interface Named {
  readonly name: string;
}

/** The introspection types of such a server. */
function asOldServer(answer: object): object {
  return JSON.parse(JSON.stringify(answer), (key, value) => {
    if (key === 'fields') return value.filter(({ name }: Named) => !newer.has(name));
    return key === 'args' ? value.filter(({ name }: Named) => name !== 'includeDeprecated') : value;
  });
}

describe('a service of an older specification is asked for the parts that it supports', () => {
  const newer = refusing((context, refuse) => ({
    Field: ({ name }) => {
      const type = context.getParentType()?.name ?? '';
      const isInput = type === '__InputValue' && /^(?:isDeprecated|deprecationReason)$/.test(name.value);
      if (
        /^(?:isRepeatable|specifiedByURL|isOneOf)$/.test(name.value) ||
        isInput ||
        (type === '__Schema' && name.value === 'description')
      )
        refuse(`Cannot query field "${name.value}" on type "${type}".`);
    },
    Argument: ({ name }) => {
      const field = `${context.getParentType()?.name}.${context.getFieldDef()?.name}`;
      if (name.value === 'includeDeprecated' && !/\.(?:fields|enumValues)$/.test(field))
        refuse(`Unknown argument "includeDeprecated" on field "${field}".`);
    },
  }));
  /** Answers queries about the introspection types. */
  const says = (answer: object, question: string): object =>
    question.includes('SchemaFeatures') ? asOldServer(answer) : answer;
  const places = ['field arguments', 'directive arguments', 'input fields'];

  const hidden = withoutField('__type');
  const mute = refusing((context, refuse) =>
    newer(Object.assign(Object.create(context), { reportError: () => refuse('Invalid.') })),
  );
  test.each<[what: string, habits: Habits, requests: number, mayHideOthers: boolean]>([
    ['shows its introspection types is read with two requests', { rules: [newer], change: says }, 2, false],
    [
      'hides its introspection types is asked without the parts that its refusal names',
      { rules: [newer, hidden] },
      3,
      true,
    ],
    ['refuses without a name is asked for the oldest parts', { rules: [mute, hidden] }, 3, true],
    [
      'limits the depth to that of the older query shows seven lists and non-nulls around a type',
      { rules: [newer, hidden, atMost(13)] },
      4,
      true,
    ],
  ])('a service that %s', async (_what, habits, requests, mayHideOthers) => {
    const service = serve(habits);
    const schema = await read(service);
    expect(service.asked).toHaveLength(requests);
    expect(hiddenInputsOf(schema)).toEqual({ places, mayHideOthers });
    expect(argumentsOfTeam(schema)).toEqual(['kept']);
    expect(schema.getDirective('note')).toBeDefined();
  });

  test('a service that refuses a part without its type is asked for all other parts', async () => {
    const one = refusing((_context, refuse) => ({
      Field: ({ name }) => {
        if (name.value === 'specifiedByURL') refuse('Unknown field specifiedByURL.');
        if (name.value === 'isRepeatable') refuse('Unknown field isRepeatable.');
      },
    }));
    const schema = await read(serve({ rules: [one, hidden] }));
    expect(isInputObjectType(schema.getType('By')) && schema.getType('By')?.toConfig()).toMatchObject({
      isOneOf: true,
    });
    expect(hiddenInputsOf(schema).places).toEqual([]);
    expect(schema.description).toBe('What it is about.');
  });

  test('a service that limits the depth and nests a type deeper has an incomplete schema', async () => {
    const deep = serve({ sdl: 'type Query { a: [[[[Int!]!]!]!]! }', rules: [atMost(13)] });
    await expect(read(deep)).rejects.toMatchObject({ code: 'partial', message: expect.stringContaining('incomplete') });
  });

  test('a service that lists deprecated inputs in one place may hide those of the others', async () => {
    const one = refusing((context, refuse) => ({
      Argument: ({ name }) => {
        if (name.value === 'includeDeprecated' && context.getParentType()?.name === '__Directive')
          refuse('Unknown argument "includeDeprecated" on field "__Directive.args".');
      },
    }));
    const schema = await read(serve({ rules: [one, hidden] }));
    expect(hiddenInputsOf(schema).places).toEqual(['directive arguments']);
    expect(argumentsOfTeam(schema)).toEqual(['old', 'kept']);
  });
});
