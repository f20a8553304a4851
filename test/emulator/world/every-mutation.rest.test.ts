import { existsSync } from 'node:fs';
import {
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { expect, test } from 'vitest';
import { Model } from '../../../src/emulator/world/model/model.ts';
import { idName } from '../../../src/emulator/world/model/names.ts';
import { emulated } from '../../helpers/emulated.ts';

const schemas = [
  'node_modules/@octokit/graphql-schema/schema.graphql',
  'test/product/node_modules/@nautical-commerce/graphql-schema/nautical/schema.graphql',
].filter((file) => existsSync(file));

/** The end of the note about what is so already. */
const isSo = 'changed nothing: what it asks for is so already.';

/** An answer's own way to say that something failed. */
const saysFailure = /"(?:\w*[eE]rrors|failed)":\[\{|"success":false|NOT_FOUND/;

test.each(schemas)(
  'each mutation of %s changes something, or says that it did not',
  async (file) => {
    let all: (type: string) => readonly { readonly id?: unknown }[] = () => [];
    const probe = emulated(file);
    const query = probe.world.schema.getQueryType();
    const [first] = Object.values(query?.getFields() ?? {}).filter(({ args }) => args.length === 0);
    if (!query || !first) throw new Error('no field to read');
    const world = emulated(file, {
      resolvers: {
        [query.name]: {
          [first.name]: (_: unknown, __: unknown, context: { all: typeof all; emulated: () => unknown }) => {
            all = context.all;
            return null;
          },
        },
      },
    });
    await world.answer(`{ ${first.name} ${isCompositeType(getNamedType(first.type)) ? '{ __typename }' : ''} }`);
    const model = new Model(world.world.schema);

    // What is so already is not changed: each is tried on several objects.
    let place = 0;
    const idFor = (name: string, field: string): unknown => {
      const words = idName(name)?.words ?? [];
      const type = model.named(words) ?? model.named(field.split(/(?=[A-Z])/).map((word) => word.toLowerCase()));
      return (type && (all(type.name)[place] ?? all(type.name)[0])?.id) ?? 'unknown';
    };
    const valueFor = (type: GraphQLInputType, name: string, field: string, depth = 0): unknown => {
      if (isNonNullType(type)) return valueFor(type.ofType, name, field, depth);
      if (isListType(type)) return [valueFor(type.ofType, name, field, depth)];
      if (isEnumType(type)) return type.getValues()[0]?.value;
      if (isInputObjectType(type))
        return Object.fromEntries(
          Object.values(type.getFields())
            .filter(
              (each) => isRequiredInputField(each) || (depth === 0 && !isInputObjectType(getNamedType(each.type))),
            )
            .map((each) => [each.name, valueFor(each.type, each.name, field, depth + 1)]),
        );
      if (type.name === 'ID' || idName(name)) return idFor(name, field);
      return (
        { Int: 3, Float: 1.5, Boolean: true, DateTime: '2026-02-02T00:00:00Z', Date: '2026-02-02' }[type.name] ?? 'text'
      );
    };

    const [idle, silent]: [string[], string[]] = [[], []];
    let changed = 0;
    for (const field of Object.values(world.world.schema.getMutationType()?.getFields() ?? {})) {
      world.world.reset();
      const notes = world.notes.length;
      let [isChanged, isSaid] = [false, false];
      for (place = 0; place < 12 && !isChanged && !isSaid; place += 1) {
        const variables = Object.fromEntries(
          field.args.map((arg) => [arg.name, valueFor(arg.type, arg.name, field.name)]),
        );
        const declared = field.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
        const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
        const named = getNamedType(field.type);
        const failures =
          isCompositeType(named) && 'getFields' in named
            ? Object.values(named.getFields()).filter(({ name, args }) => /errors$/i.test(name) && args.length === 0)
            : [];
        const shown = failures.map(({ name, type }) =>
          isCompositeType(getNamedType(type)) ? `${name} { __typename }` : name,
        );
        const selection = isCompositeType(named) ? `{ __typename ${shown.join(' ')} }` : '';
        const operation = `mutation ${declared && `(${declared})`} { ${field.name}${given && `(${given})`} ${selection} }`;
        const { data, errors } = await world.answer(operation, variables);
        isChanged = world.world.snapshot().changes.length > 0;
        const said = world.notes.slice(notes).filter((note) => !note.endsWith(isSo));
        isSaid = said.length > 0 || errors.length > 0 || saysFailure.test(JSON.stringify(data));
      }
      if (isChanged) changed += 1;
      if (!isChanged && !isSaid) idle.push(field.name);
      if (!isChanged && !isSaid && world.notes.length === notes) silent.push(field.name);
    }
    expect(silent).toEqual([]);
    // Two that are apart already stay so.
    const parts = world.world.explain().filter(({ text }) => text.startsWith('takes away'));
    const apart = new Set(parts.map(({ mutation }) => mutation.split('.')[1]));
    expect(idle.filter((name) => !apart.has(name))).toEqual([]);
    expect(changed).toBeGreaterThan(30);
  },
  120_000,
);
