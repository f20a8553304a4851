import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  Kind,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
  parseConstValue,
  parseType,
  print,
  type TypeDefinitionNode,
  type TypeNode,
  visit,
} from 'graphql';
import type { Chance } from './random.ts';

/** A kind of schema edit. Throws `NothingToPick` if the schema has no such element. */
type Edit = (document: DocumentNode, chance: Chance) => DocumentNode;

type Composite = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const named = (value: string): NamedTypeNode => ({ kind: Kind.NAMED_TYPE, name: name(value) });

function isComposite(node: DefinitionNode): node is Composite {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;
}

function ofKind<K extends DefinitionNode['kind']>(
  document: DocumentNode,
  kind: K,
): Extract<DefinitionNode, { kind: K }>[] {
  return document.definitions.filter((node): node is Extract<DefinitionNode, { kind: K }> => node.kind === kind);
}

function replace(document: DocumentNode, old: DefinitionNode, now: DefinitionNode | undefined): DocumentNode {
  return { ...document, definitions: document.definitions.flatMap((it) => (it === old ? (now ? [now] : []) : [it])) };
}

/** Edits a field, and the same field of related interfaces and objects. */
function editField(
  document: DocumentNode,
  chance: Chance,
  edit: (field: FieldDefinitionNode) => FieldDefinitionNode | undefined,
): DocumentNode {
  const owner = chance.pick(document.definitions.filter(isComposite));
  const field = chance.pick(owner.fields ?? []);
  const together = chance.likely(0.7);
  const family = new Set<string>([owner.name.value]);
  if (together) {
    const has = (node: Composite): boolean => node.fields?.some((it) => it.name.value === field.name.value) ?? false;
    for (let size = 0; size !== family.size; ) {
      size = family.size;
      for (const node of document.definitions.filter(isComposite).filter(has)) {
        const interfaces = node.interfaces?.map((it) => it.name.value) ?? [];
        if (interfaces.some((it) => family.has(it))) family.add(node.name.value);
        if (family.has(node.name.value))
          for (const it of document.definitions.filter(isComposite).filter(has))
            if (interfaces.includes(it.name.value)) family.add(it.name.value);
      }
    }
  }
  return {
    ...document,
    definitions: document.definitions.map((node) => {
      if (!isComposite(node) || !family.has(node.name.value)) return node;
      const fields = node.fields?.flatMap((it) => {
        if (it.name.value !== field.name.value) return [it];
        const edited = edit(it);
        return edited ? [edited] : [];
      });
      return { ...node, ...(fields && { fields }) };
    }),
  };
}

/** Edits a definition of a kind. */
const editOne =
  <K extends DefinitionNode['kind']>(
    kind: K,
    edit: (
      node: Extract<DefinitionNode, { kind: K }>,
      chance: Chance,
      document: DocumentNode,
    ) => DefinitionNode | undefined,
  ): Edit =>
  (document, chance) => {
    const node = chance.pick(ofKind(document, kind));
    return replace(document, node, edit(node, chance, document));
  };

function flipNull(type: TypeNode, chance: Chance): TypeNode {
  if (type.kind === Kind.NON_NULL_TYPE)
    return chance.likely(0.6) || type.type.kind === Kind.NAMED_TYPE
      ? type.type
      : { kind: Kind.NON_NULL_TYPE, type: { kind: Kind.LIST_TYPE, type: flipNull(type.type.type, chance) } };
  if (type.kind === Kind.LIST_TYPE && chance.likely(0.5))
    return { kind: Kind.LIST_TYPE, type: flipNull(type.type, chance) };
  return { kind: Kind.NON_NULL_TYPE, type };
}

function withName(type: TypeNode, to: string): TypeNode {
  return visit(type, { NamedType: () => named(to) });
}

function names(document: DocumentNode, kinds: readonly Kind[]): string[] {
  return document.definitions.flatMap((it) =>
    kinds.includes(it.kind) && 'name' in it && it.name ? [it.name.value] : [],
  );
}

const scalars = ['ID', 'String', 'Int', 'Float', 'Boolean'];
const leafNames = (document: DocumentNode): string[] => [
  ...scalars,
  ...names(document, [Kind.SCALAR_TYPE_DEFINITION, Kind.ENUM_TYPE_DEFINITION]),
];
const outputNames = (document: DocumentNode): string[] =>
  names(document, [Kind.OBJECT_TYPE_DEFINITION, Kind.INTERFACE_TYPE_DEFINITION, Kind.UNION_TYPE_DEFINITION]);

const deprecated: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: name('deprecated') };

function withDirective<T extends { readonly directives?: readonly ConstDirectiveNode[] }>(
  node: T,
  it: ConstDirectiveNode,
): T {
  return {
    ...node,
    directives: [...(node.directives ?? []).filter((other) => other.name.value !== it.name.value), it],
  };
}

function changeDefault(value: InputValueDefinitionNode, chance: Chance): InputValueDefinitionNode {
  const { defaultValue, ...bare } = value;
  if (defaultValue !== undefined && chance.likely(0.4)) return bare;
  const literals: Record<string, string> = {
    ID: '"d"',
    String: '"d"',
    Int: '7',
    Float: '7.5',
    Boolean: 'true',
    DateTime: '"now"',
  };
  const bareName = print(value.type).replace(/[^\w]/g, '');
  // graphql-js cannot print a list as the default of a custom scalar.
  const text = literals[bareName] ?? (value.type.kind === Kind.NON_NULL_TYPE ? '"d"' : 'null');
  return { ...bare, defaultValue: parseConstValue(value.type.kind === Kind.LIST_TYPE ? '[]' : text) };
}

const leafAndInputNames = (document: DocumentNode): string[] => [
  ...leafNames(document),
  ...names(document, [Kind.INPUT_OBJECT_TYPE_DEFINITION]),
];

function newInput(document: DocumentNode, chance: Chance): InputValueDefinitionNode {
  const type = chance.pick(leafAndInputNames(document));
  const form = chance.pick(['T', 'T!', '[T!]', '[T]!', 'D']);
  const added = { kind: Kind.INPUT_VALUE_DEFINITION, name: name('added') } as const;
  if (form === 'D') return { ...added, type: parseType('Int!'), defaultValue: parseConstValue('1') };
  return { ...added, type: parseType(form.replace('T', type)) };
}

type Inputs = readonly InputValueDefinitionNode[];

/** The edits of an argument or input field; `editOwner` edits all inputs of an owner. */
function inputEdits(
  what: string,
  typesOf: (document: DocumentNode) => readonly string[],
  editOwner: (document: DocumentNode, chance: Chance, edit: (inputs: Inputs) => Inputs) => DocumentNode,
): Readonly<Record<string, Edit>> {
  const editInput =
    (edit: (it: InputValueDefinitionNode, chance: Chance, document: DocumentNode) => Inputs): Edit =>
    (document, chance) =>
      editOwner(document, chance, (inputs) => {
        const target = chance.pick(inputs);
        return inputs.flatMap((it) => (it === target ? edit(it, chance, document) : [it]));
      });
  return {
    [`remove ${what}`]: editInput(() => []),
    [`rename ${what}`]: editInput((it) => [{ ...it, name: name(`${it.name.value}New`) }]),
    [`add ${what}`]: (document, chance) => {
      const added = newInput(document, chance);
      return editOwner(document, chance, (inputs) => [...inputs, added]);
    },
    [`change whether ${what} may be null`]: editInput((it, chance) => [{ ...it, type: flipNull(it.type, chance) }]),
    [`give ${what} another type`]: editInput(({ defaultValue: _, ...it }, chance, document) => [
      { ...it, type: withName(it.type, chance.pick(typesOf(document))) },
    ]),
    [`change the default of ${what}`]: editInput((it, chance) => [changeDefault(it, chance)]),
  };
}

export const edits: Readonly<Record<string, Edit>> = {
  'remove a field': (document, chance) => editField(document, chance, () => undefined),
  'rename a field': (document, chance) =>
    editField(document, chance, (field) => ({ ...field, name: name(`${field.name.value}New`) })),
  'add a field': (document, chance) => {
    const owner = chance.pick(document.definitions.filter(isComposite));
    const type = chance.pick([...leafNames(document), ...outputNames(document)]);
    const field = { kind: Kind.FIELD_DEFINITION, name: name('added'), type: named(type) } as const;
    return replace(document, owner, { ...owner, fields: [...(owner.fields ?? []), field] });
  },
  'change whether a field may be null': (document, chance) => {
    const seed = chance.next();
    return editField(document, chance, (field) => ({
      ...field,
      type: flipNull(field.type, { ...chance, likely: (share) => seed < share }),
    }));
  },
  'make a field a list, or not': (document, chance) =>
    editField(document, chance, (field) => {
      const bare = field.type.kind === Kind.NON_NULL_TYPE ? field.type.type : field.type;
      return { ...field, type: bare.kind === Kind.LIST_TYPE ? bare.type : { kind: Kind.LIST_TYPE, type: field.type } };
    }),
  'give a field another leaf type': (document, chance) => {
    const type = chance.pick(leafNames(document));
    return editField(document, chance, (field) => ({ ...field, type: withName(field.type, type) }));
  },
  'give a field another object type': (document, chance) => {
    const type = chance.pick(outputNames(document));
    return editField(document, chance, (field) => ({ ...field, type: withName(field.type, type) }));
  },
  'deprecate a field': (document, chance) => editField(document, chance, (field) => withDirective(field, deprecated)),
  ...inputEdits('an argument', leafNames, (document, chance, edit) =>
    editField(document, chance, (field) => ({ ...field, arguments: edit(field.arguments ?? []) })),
  ),
  ...inputEdits('an input field', leafAndInputNames, (document, chance, edit) => {
    const node = chance.pick(ofKind(document, Kind.INPUT_OBJECT_TYPE_DEFINITION));
    return replace(document, node, { ...node, fields: edit(node.fields ?? []) });
  }),
  'make an input one-of, or not': editOne(Kind.INPUT_OBJECT_TYPE_DEFINITION, (node) => {
    const others = (node.directives ?? []).filter((it) => it.name.value !== 'oneOf');
    if (others.length !== (node.directives ?? []).length) return { ...node, directives: others };
    const fields = (node.fields ?? []).map(({ defaultValue: _, ...it }) => ({
      ...it,
      type: it.type.kind === Kind.NON_NULL_TYPE ? it.type.type : it.type,
    }));
    const oneOf: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: name('oneOf') };
    return { ...node, fields, directives: [...others, oneOf] };
  }),
  'add an enum value': editOne(Kind.ENUM_TYPE_DEFINITION, (node) => ({
    ...node,
    values: [...(node.values ?? []), { kind: Kind.ENUM_VALUE_DEFINITION, name: name('ADDED') }],
  })),
  'remove an enum value': editOne(Kind.ENUM_TYPE_DEFINITION, (node, chance) => {
    const gone = chance.pick(node.values ?? []);
    return { ...node, values: (node.values ?? []).filter((it) => it !== gone) };
  }),
  'deprecate an enum value': editOne(Kind.ENUM_TYPE_DEFINITION, (node, chance) => {
    const target = chance.pick(node.values ?? []);
    return { ...node, values: (node.values ?? []).map((it) => (it === target ? withDirective(it, deprecated) : it)) };
  }),
  'reorder an enum': editOne(Kind.ENUM_TYPE_DEFINITION, (node) => ({
    ...node,
    values: [...(node.values ?? [])].reverse(),
  })),
  'add a union member': editOne(Kind.UNION_TYPE_DEFINITION, (node, chance, document) => {
    const type = chance.pick(names(document, [Kind.OBJECT_TYPE_DEFINITION]));
    return { ...node, types: [...(node.types ?? []), named(type)] };
  }),
  'remove a union member': editOne(Kind.UNION_TYPE_DEFINITION, (node, chance) => {
    const gone = chance.pick(node.types ?? []);
    return { ...node, types: (node.types ?? []).filter((it) => it !== gone) };
  }),
  'implement an interface': (document, chance) => {
    const contract = chance.pick(ofKind(document, Kind.INTERFACE_TYPE_DEFINITION));
    const node = chance.pick(ofKind(document, Kind.OBJECT_TYPE_DEFINITION));
    const own = new Set(node.fields?.map((it) => it.name.value));
    const missing = (contract.fields ?? []).filter((it) => !own.has(it.name.value));
    const interfaces = [...(node.interfaces ?? []), ...(contract.interfaces ?? []), named(contract.name.value)];
    const distinct = [...new Set(interfaces.map((it) => it.name.value))].map(named);
    return replace(document, node, { ...node, interfaces: distinct, fields: [...(node.fields ?? []), ...missing] });
  },
  'stop implementing an interface': (document, chance) => {
    const node = chance.pick(document.definitions.filter(isComposite).filter((it) => (it.interfaces ?? []).length > 0));
    const gone = chance.pick(node.interfaces ?? []);
    return replace(document, node, { ...node, interfaces: (node.interfaces ?? []).filter((it) => it !== gone) });
  },
  'add a type to an interface': (document, chance) => {
    const contract = chance.pick(ofKind(document, Kind.INTERFACE_TYPE_DEFINITION));
    const added: DefinitionNode = {
      kind: Kind.OBJECT_TYPE_DEFINITION,
      name: name('Added'),
      interfaces: [...(contract.interfaces ?? []), named(contract.name.value)],
      fields: contract.fields ?? [],
    };
    return { ...document, definitions: [...document.definitions, added] };
  },
  'rename a type': (document, chance) => {
    const node = chance.pick(ofKind(document, chance.pick(renamed)));
    const old = node.name.value;
    return visit(document, { Name: (it) => (it.value === old ? name(`${old}New`) : undefined) });
  },
  'remove a type': (document, chance) => {
    const node: TypeDefinitionNode = chance.pick(ofKind(document, chance.pick(renamed)));
    return replace(document, node, undefined);
  },
  'specify a scalar anew': editOne(Kind.SCALAR_TYPE_DEFINITION, (node) => {
    const value = parseConstValue('"https://example.com/new"');
    const url = { kind: Kind.ARGUMENT, name: name('url'), value } as const;
    return withDirective(node, { kind: Kind.DIRECTIVE, name: name('specifiedBy'), arguments: [url] });
  }),
  'make an enum a scalar': editOne(Kind.ENUM_TYPE_DEFINITION, (node) => ({
    kind: Kind.SCALAR_TYPE_DEFINITION,
    name: node.name,
  })),
  'make a scalar an enum': editOne(Kind.SCALAR_TYPE_DEFINITION, (node) => {
    const values = [{ kind: Kind.ENUM_VALUE_DEFINITION, name: name('ONE') } as const];
    return { kind: Kind.ENUM_TYPE_DEFINITION, name: node.name, values };
  }),
  'make an object a union': editOne(Kind.OBJECT_TYPE_DEFINITION, (node, chance, document) => {
    const types = [named(chance.pick(names(document, [Kind.OBJECT_TYPE_DEFINITION])))];
    return { kind: Kind.UNION_TYPE_DEFINITION, name: node.name, types };
  }),
  'remove a directive': editOne(Kind.DIRECTIVE_DEFINITION, () => undefined),
  'change a directive': editOne(Kind.DIRECTIVE_DEFINITION, (node, chance, document) =>
    chance.pick<DirectiveDefinitionNode>([
      { ...node, repeatable: !node.repeatable },
      { ...node, locations: node.locations.slice(1) },
      { ...node, arguments: [...(node.arguments ?? []), newInput(document, chance)] },
      { ...node, arguments: (node.arguments ?? []).slice(1) },
    ]),
  ),
  'describe something': editOne(Kind.OBJECT_TYPE_DEFINITION, (node) => ({
    ...node,
    description: { kind: Kind.STRING, value: 'Another description.' },
  })),
};

const renamed = [
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.UNION_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
] as const;
