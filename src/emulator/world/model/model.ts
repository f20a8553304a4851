import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { memo } from '../../../base/memo.ts';
import { wordsOf } from '../../../base/words.ts';
import { type Field, fieldsOf, isListField, requiredArguments } from '../../../graphql/fields.ts';
import { byName, countWords, flatName, idName, sameNoun, singulars } from './names.ts';
import { identityOf, isFailure, isLink, type LinkField, type ModelField, type PageShape, pageShape } from './shapes.ts';

/** A schema as a description of objects and their links. */
export class Model {
  readonly schema: GraphQLSchema;
  /** The types with objects that have a place of their own. */
  readonly stored: readonly GraphQLObjectType[];
  /** The types that queries reach. */
  readonly readable: ReadonlySet<GraphQLCompositeType>;
  readonly #single = new Set<GraphQLCompositeType>();
  readonly #typeByName: ReadonlyMap<string, GraphQLCompositeType>;

  /** `populated` types have objects even without an id. */
  constructor(schema: GraphQLSchema, populated: ReadonlySet<string> = new Set()) {
    this.schema = schema;
    const query = schema.getQueryType();
    const readable = new Set<GraphQLCompositeType>(query ? [query] : []);
    this.readable = readable;
    const listed = new Set<GraphQLCompositeType>();
    for (const type of readable) {
      if (!isObjectType(type)) for (const member of schema.getPossibleTypes(type)) readable.add(member);
      for (const field of fieldsOf(type)) {
        const named = getNamedType(field.type);
        if (isCompositeType(named)) readable.add(named);
        const item = this.itemOf(field);
        if (item) for (const member of [item, ...this.membersOf(item)]) listed.add(member);
      }
    }
    for (const root of [query, schema.getMutationType(), schema.getSubscriptionType()])
      if (root) this.#single.add(root);
    // A type that the root gives without arguments, and no list has, is a singleton: the team.
    for (const field of fieldsOf(query ?? undefined)) {
      const type = getNullableType(field.type);
      if (!isObjectType(type) || requiredArguments(field).length > 0 || populated.has(type.name)) continue;
      if (field.name === 'team' || (field.args.length === 0 && !listed.has(type))) this.#single.add(type);
    }
    const isKept = (type: GraphQLObjectType): boolean =>
      populated.has(type.name) || (identityOf(type) !== undefined && !isFailure(type) && !this.page(type));
    const named = [...populated].map((name) => schema.getType(name)).filter(isCompositeType);
    const all = new Set([...readable, ...named.flatMap((type) => this.membersOf(type))]);
    this.stored = [...all].filter(isObjectType).filter(isKept).sort(byName);
    const nouns = Object.values(schema.getTypeMap())
      .filter(isCompositeType)
      .filter((type) => this.storedOf(type).length > 0);
    this.#typeByName = new Map(nouns.filter(({ name }) => name !== 'Node').map((type) => [flatName(type.name), type]));
  }

  readonly storedOf: (type: GraphQLCompositeType) => readonly GraphQLObjectType[] = memo((type) =>
    this.membersOf(type).filter((member) => this.stored.includes(member)),
  );

  /** The possible object types, without those of failures. */
  readonly membersOf: (type: GraphQLCompositeType) => readonly GraphQLObjectType[] = memo((type) => {
    if (isObjectType(type)) return [type];
    return [...this.schema.getPossibleTypes(type)].filter((member) => !isFailure(member)).sort(byName);
  });

  /** Whether a type has one object, which all others belong to: a root, or the team. */
  isSingle(type: GraphQLCompositeType): boolean {
    return this.#single.has(type);
  }

  isSame(one: GraphQLCompositeType, other: GraphQLCompositeType): boolean {
    return this.storedOf(one).some((type) => this.storedOf(other).includes(type));
  }

  readonly page: (type: GraphQLCompositeType) => PageShape | undefined = memo((type) =>
    // A payload with `results` is no page.
    isObjectType(type) && this.readable.has(type) ? pageShape(type) : undefined,
  );

  itemOf(field: Field): GraphQLCompositeType | undefined {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return undefined;
    return isListField(field) ? named : this.page(named)?.item;
  }

  /** The types of the objects that an answer shows: its own, or those in its payload. */
  shownTypes(type: GraphQLNamedType, depth = 0): ReadonlySet<GraphQLObjectType> {
    if (!isCompositeType(type) || isFailure(type) || type === this.schema.getQueryType()) return new Set();
    const own = this.storedOf(type);
    if (own.length > 0 || depth > 2) return new Set(own);
    const inner = this.membersOf(type).flatMap(fieldsOf);
    return new Set(inner.flatMap((field) => [...this.shownTypes(getNamedType(field.type), depth + 1)]));
  }

  readonly fields: (type: GraphQLObjectType) => ReadonlyMap<string, ModelField> = memo(
    (type) => new Map(fieldsOf(type).map((field) => [field.name, this.#readField(type, field)])),
  );

  /** The fields with values of linked objects: `applicationName` is the `name` of the `application`. */
  readonly shown: (
    type: GraphQLObjectType,
  ) => ReadonlyMap<string, { readonly link: LinkField; readonly name: string }> = memo((type) => {
    const links = this.links(type).filter(({ kind, leaf, target }) => kind === 'one' && !leaf && isObjectType(target));
    const found = [...this.fields(type).values()].flatMap(({ key, kind, leaf }) => {
      const link = links.find((each) => flatName(key).startsWith(flatName(each.key)) && key.length > each.key.length);
      const names = link && isObjectType(link.target) ? [...this.fields(link.target).values()] : [];
      const own = names.find(
        (each) =>
          flatName(each.key) === flatName(key.slice(link?.key.length)) && each.leaf === leaf && each.kind === 'value',
      );
      return link && own && kind === 'value' ? [[key, { link, name: own.key }] as const] : [];
    });
    return new Map(found);
  });

  /** The references and lists of a type, one for each key. */
  readonly links: (type: GraphQLObjectType) => readonly LinkField[] = memo((type) => {
    const found = new Map<string, LinkField>();
    for (const field of this.fields(type).values()) {
      if (!isLink(field) || requiredArguments(field.definition).length > 0) continue;
      if (found.get(field.key)?.isNullable !== false) found.set(field.key, field);
    }
    return [...found.values()];
  });

  /** The field of the items that holds a list of their owner: `Device.group` for `Group.devices`. Undefined if the owner holds the list. */
  back(items: GraphQLObjectType, owner: GraphQLObjectType): LinkField | undefined {
    return this.#backs(items)(owner);
  }

  readonly #backs = memo((items: GraphQLObjectType) =>
    memo((owner: GraphQLObjectType) => {
      const backs = this.links(items).filter(
        ({ kind, key, target }) =>
          kind === 'one' && this.storedOf(target).includes(owner) && (items !== owner || /^parent/i.test(key)),
      );
      const back = backs.find(({ key }) => flatName(key) === flatName(owner.name)) ?? backs[0];
      if (back || items === owner || items.name > owner.name) return back;
      // Of two lists of each other, the type that is first in the alphabet holds both.
      const lists = (of: GraphQLObjectType, to: GraphQLObjectType) =>
        this.links(of).filter(({ kind, target }) => kind === 'many' && this.storedOf(target).includes(to));
      const [mine, theirs] = [lists(items, owner), lists(owner, items)];
      return mine.length === 1 && theirs.length === 1 ? mine[0] : undefined;
    }),
  );

  /** The type that all or the last of these words name: `source device` names `Device`. */
  named(words: readonly string[]): GraphQLCompositeType | undefined {
    return words.map((_, start) => this.namedExactly(words.slice(start))).find(Boolean);
  }

  /** The type that all of these words name, in the singular or plural, or the only type with that ending: `group` names `DeviceGroup`. */
  namedExactly(words: readonly string[]): GraphQLCompositeType | undefined {
    const forms = singulars(words.at(-1) ?? '').map((form) => words.slice(0, -1).join('') + form);
    const exact = forms.flatMap((form) => this.#typeByName.get(form) ?? [])[0];
    if (exact || words.length === 0) return exact;
    const ending = this.stored.filter(({ name }) => forms.includes(wordsOf(name).slice(-words.length).join('')));
    return ending.length === 1 ? ending[0] : undefined;
  }

  /** The field that an argument, an input or a sort key means: `deviceId` may mean `deviceId`, `device`, or the `id` of a device. */
  meant(type: GraphQLObjectType, name: string): ModelField | undefined {
    const fields = [...this.fields(type).values()];
    const called = (word: string) =>
      fields.find(({ definition }) => flatName(definition.name) === word) ??
      fields.find(({ key }) => flatName(key) === word);
    const word = flatName(name);
    const id = idName(name);
    const own = called(word);
    if (own || !id)
      return own ?? [...singulars(word), `${word}s`, `is${word}`, word.replace(/^new/, '')].map(called).find(Boolean);
    // `toGroupId` of a move means its `group`.
    const words = /^(?:to|new|target)$/.test(id.words[0] ?? '') ? id.words.slice(1) : id.words;
    const noun = words.join('');
    const usual = id.many ? 'many' : 'one';
    const links = this.links(type);
    const byName = links.find(({ key, kind }) => kind === usual && sameNoun(flatName(key), noun));
    if (byName) return byName;
    // `deviceId` of a device that refers to no other device is its own id.
    const target = this.namedExactly(words);
    if (noun === '' || (target && this.storedOf(target).includes(type)))
      return fields.find(({ kind }) => kind === 'id');
    // Of several references to that type, none is meant for certain.
    const typed = links.filter((field) => target && this.isSame(field.target, target));
    return typed.length === 1 && typed[0]?.kind === usual ? typed[0] : undefined;
  }

  /** The fields that a name means in the members of a type. */
  meanings(type: GraphQLCompositeType, name: string): readonly ModelField[] {
    return this.membersOf(type).flatMap((member) => this.meant(member, name) ?? []);
  }

  /** Whether a value follows from its object alone. Counts, lists and values of linked objects do not. */
  isOwn(field: ModelField): boolean {
    const { kind, leaf, definition, key } = field;
    const isShown = this.shown(field.owner).has(key);
    const isCount = leaf?.name === 'Int' && wordsOf(definition.name).some((word) => countWords.test(word));
    return kind !== 'many' && !isShown && !isCount;
  }

  #readField(type: GraphQLObjectType, definition: Field): ModelField {
    const to = getNamedType(definition.type);
    const isList = isListType(getNullableType(definition.type));
    const base = { key: definition.name, owner: type, definition, isNullable: !isNonNullType(definition.type), isList };
    if (isLeafType(to)) return { ...base, ...this.#readLeaf(type, definition, to, isList) };
    const shape = this.page(to);
    const target = shape?.item ?? to;
    const isMany = isList || shape !== undefined;
    const isKept = this.storedOf(target).length > 0;
    const kind = isKept ? (isMany ? 'many' : 'one') : isMany ? 'parts' : 'part';
    return { ...base, kind, target, ...(shape && isObjectType(to) && { page: { type: to, shape } }) };
  }

  #readLeaf(type: GraphQLObjectType, definition: Field, leaf: GraphQLLeafType, isList: boolean) {
    const { name } = definition;
    if (definition === identityOf(type)) return { key: 'id', kind: 'id', leaf } as const;
    const id = idName(name);
    if (!id || id.many !== isList || id.words.length === 0) return { kind: 'value', leaf } as const;
    // `groupId` beside `group` has the target of `group`; alone, the type that its name says.
    const key = name.replace(/_?(?:id|uuid)(s?)$/i, '$1');
    const beside = fieldsOf(type).find(
      (field) => sameNoun(flatName(field.name), flatName(key)) && isCompositeType(getNamedType(field.type)),
    );
    const target = beside ? (this.itemOf(beside) ?? getNamedType(beside.type)) : this.named(id.words);
    if (!isCompositeType(target) || this.storedOf(target).length === 0) return { kind: 'value', leaf } as const;
    return { key: beside?.name ?? key, kind: isList ? 'many' : 'one', leaf, target } as const;
  }
}
