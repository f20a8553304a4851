import { isInputObjectType, type ValidationRule } from 'graphql';
import { describe, expect, test } from 'vitest';
import { unseenIn } from '../../src/graphql/introspection/unseen.ts';
import type { Habits } from './introspected-service.ts';
import { atMost, read, refusing, serve, withoutField } from './introspection-habits.ts';
import { asOldServer } from './old-specification.ts';

describe('what a service does not show is unknown, and nothing else', () => {
  const unseen = async (habits: Partial<Habits>) => {
    const schema = await read(serve(habits), { partial: true });
    return [...unseenIn(schema).coordinates].sort();
  };

  test.each<[what: string, rules: readonly ValidationRule[], coordinates: readonly string[]]>([
    ['values of enums', [withoutField('enumValues')], ['State']],
    ['arguments', [withoutField('args', '__Field')], ['Device', 'Mutation', 'Named', 'Owned', 'Query', 'Team']],
    ['arguments of directives', [withoutField('args', '__Directive')], expect.arrayContaining(['@note', '@skip'])],
    ['directives', [withoutField('directives')], ['@']],
    ['input fields', [withoutField('inputFields')], ['By', 'In']],
    ['possible types', [withoutField('possibleTypes')], ['Named', 'Owned', 'Result']],
    ['interfaces', [withoutField('interfaces')], ['Device', 'Mutation', 'Query', 'Team']],
    [
      'lists in lists',
      [atMost(6)],
      ['Device.matrix', 'In.lists', 'In.tags', 'Query.search', 'Team.devices', 'Team.labels'],
    ],
    ['types of fields', [atMost(3)], expect.arrayContaining(['@note', 'Device', 'In', 'Named', 'Result', 'State'])],
  ])('%s', async (_what, rules, coordinates) => {
    expect(await unseen({ rules })).toEqual(coordinates);
  });

  test('a schema with gaps is an error for those that need all of it', async () => {
    await expect(read(serve({ rules: [atMost(6)] }))).rejects.toMatchObject({
      name: 'IntrospectionError',
      code: 'partial',
      message: expect.stringMatching(
        /^The server at https:\/\/api\.example\.com did not show all of its schema: \S+, \S+, \S+, and 3 more\. It may limit the depth or the cost of queries: ask the service, or use a snapshot from another source\.$/,
      ),
    });
    await expect(read(serve({ rules: [withoutField('directives')] }))).rejects.toThrow('its schema: @. It may limit');
    const three = read(serve({ rules: [withoutField('possibleTypes')] }));
    await expect(three).rejects.toThrow('its schema: Named, Owned, Result. It may limit');
  });

  test('a default of what has a stand-in is none', async () => {
    const schema = await read(serve({ rules: [atMost(6)] }), { partial: true });
    const input = schema.getType('In');
    if (!isInputObjectType(input)) throw new Error('It is an input object.');
    const { type, defaultValue } = input.getFields()['lists'] ?? {};
    expect([String(type), defaultValue]).toEqual(['Boolean', undefined]);
  });
});

describe('a service of an older specification is asked for what it has', () => {
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
  /** What the service says of itself, as one of that time does. */
  const says = (answer: object, question: string): object =>
    question.includes('SchemaFeatures') ? asOldServer(answer) : answer;
  const places = ['field arguments', 'directive arguments', 'input fields'];

  test('that says what it has: in two requests', async () => {
    const service = serve({ rules: [newer], change: says });
    const schema = await read(service);
    expect(service.asked).toHaveLength(2);
    expect(
      schema
        .getQueryType()
        ?.getFields()
        ['team']?.args.map(({ name }) => name),
    ).toEqual(['kept']);
    expect(unseenIn(schema)).toEqual({ deprecated: places, mayHideOthers: false, coordinates: new Set() });
  });

  test('that does not say it: by what its refusal names', async () => {
    const service = serve({ rules: [newer, withoutField('__type')] });
    const schema = await read(service);
    expect(service.asked.length).toBeLessThanOrEqual(4);
    expect(unseenIn(schema)).toEqual({ deprecated: places, mayHideOthers: true, coordinates: new Set() });
  });

  test('that refuses without a name: for what every service has', async () => {
    const mute = refusing((context, refuse) => {
      const visitor = newer(Object.assign(Object.create(context), { reportError: () => refuse('Invalid.') }));
      return visitor;
    });
    const service = serve({ rules: [mute, withoutField('__type')] });
    const schema = await read(service);
    expect(unseenIn(schema).deprecated).toEqual(places);
    expect(schema.getDirective('note')).toBeDefined();
    expect(service.asked.length).toBeLessThanOrEqual(4);
  });

  test('that claims more than it answers: by what its refusal names', async () => {
    const service = serve({ rules: [newer] });
    const schema = await read(service);
    expect(unseenIn(schema).deprecated).toEqual(places);
    expect(service.asked.length).toBeLessThanOrEqual(4);
  });

  test('that refuses a part without naming its type: for all the others', async () => {
    const one = refusing((_context, refuse) => ({
      Field: ({ name }) => {
        if (name.value === 'specifiedByURL') refuse('Unknown field specifiedByURL.');
        if (name.value === 'isRepeatable') refuse('Unknown field isRepeatable.');
      },
    }));
    const schema = await read(serve({ rules: [one, withoutField('__type')] }));
    expect(isInputObjectType(schema.getType('By')) && schema.getType('By')?.toConfig()).toMatchObject({
      isOneOf: true,
    });
    expect(unseenIn(schema).deprecated).toEqual([]);
    expect(schema.description).toBe('What it is about.');
  });

  test('that limits the depth, too: piece by piece', async () => {
    const service = serve({ rules: [newer, withoutField('__type'), atMost(10)] });
    const schema = await read(service);
    expect(unseenIn(schema).deprecated).toEqual(places);
    expect([...unseenIn(schema).coordinates]).toEqual([]);
  });

  test('of which one place lists deprecated inputs: the others are noted', async () => {
    const one = refusing((context, refuse) => ({
      Argument: ({ name }) => {
        if (name.value === 'includeDeprecated' && context.getParentType()?.name === '__Directive')
          refuse('Unknown argument "includeDeprecated" on field "__Directive.args".');
      },
    }));
    const schema = await read(serve({ rules: [one, withoutField('__type')] }));
    expect(unseenIn(schema).deprecated).toEqual(['directive arguments']);
    expect(
      schema
        .getQueryType()
        ?.getFields()
        ['team']?.args.map(({ name }) => name),
    ).toEqual(['old', 'kept']);
  });
});
