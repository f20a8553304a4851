import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
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
import { wordsOf } from '../../../base/words.ts';
import { type Field, fieldsOf, isListField, requiredArguments } from '../../../graphql/fields.ts';
import { isFailure } from './failures.ts';
import { identityOf } from './identity.ts';
import { memo } from './memo.ts';
import { isLink, type LinkField, type ModelField } from './model-field.ts';
import { byName, countWords, flatName, idName, sameNoun, singulars } from './names.ts';
import { type PageShape, pageShape } from './page-shape.ts';

/** A schema, read as a description of objects and how they belong together. */
export class Model {
  readonly schema: GraphQLSchema;
  readonly stored: readonly GraphQLObjectType[];
  readonly readable: ReadonlySet<GraphQLCompositeType>;
  readonly #single = new Set<GraphQLCompositeType>();
  readonly #typeByName: ReadonlyMap<string, GraphQLCompositeType>;

  /** `populated` are types that have objects of their own even without an id. */
  constructor(schema: GraphQLSchema, populated: ReadonlySet<string> = new Set()) {
    this.schema = schema;
    const query = schema.getQueryType();
    this.readable = new Set(query ? [query] : []);
    const listed = new Set<GraphQLCompositeType>();
    for (const type of this.readable as Set<GraphQLCompositeType>) {
      if (!isObjectType(type))
        for (const member of schema.getPossibleTypes(type)) (this.readable as Set<GraphQLCompositeType>).add(member);
      for (const field of fieldsOf(type)) {
        const named = getNamedType(field.type);
        if (isCompositeType(named)) (this.readable as Set<GraphQLCompositeType>).add(named);
        const item = this.itemOf(field);
        if (item) for (const member of [item, ...this.membersOf(item)]) listed.add(member);
      }
    }
    for (const root of [query, schema.getMutationType(), schema.getSubscriptionType()])
      if (root) this.#single.add(root);
    // What the root gives without being asked for, and nothing lists, is there once: the team.
    for (const field of fieldsOf(query ?? undefined)) {
      const type = getNullableType(field.type);
      if (!isObjectType(type) || requiredArguments(field).length > 0 || populated.has(type.name)) continue;
      if (field.name === 'team' || (field.args.length === 0 && !listed.has(type))) this.#single.add(type);
    }
    const isKept = (type: GraphQLObjectType): boolean =>
      populated.has(type.name) || (identityOf(type) !== undefined && !isFailure(type) && !this.page(type));
    const named = [...populated].map((name) => schema.getType(name)).filter(isCompositeType);
    const all = new Set([...this.readable, ...named.flatMap((type) => this.membersOf(type))]);
    this.stored = [...all].filter(isObjectType).filter(isKept).sort(byName);
    const nouns = Object.values(schema.getTypeMap())
      .filter(isCompositeType)
      .filter((type) => this.storedOf(type).length > 0);
    this.#typeByName = new Map(nouns.filter(({ name }) => name !== 'Node').map((type) => [flatName(type.name), type]));
  }

  readonly storedOf: (type: GraphQLCompositeType) => readonly GraphQLObjectType[] = memo((type) =>
    this.membersOf(type).filter((member) => this.stored.includes(member)),
  );

  /** The object types that are possible here; those of failures are left out. */
  readonly membersOf: (type: GraphQLCompositeType) => readonly GraphQLObjectType[] = memo((type) => {
    if (isObjectType(type)) return [type];
    return [...this.schema.getPossibleTypes(type)].filter((member) => !isFailure(member)).sort(byName);
  });

  /** Whether there is one object of this type, and all others belong to it: a root, or the team. */
  isSingle(type: GraphQLCompositeType): boolean {
    return this.#single.has(type);
  }

  isSame(one: GraphQLCompositeType, other: GraphQLCompositeType): boolean {
    return this.storedOf(one).some((type) => this.storedOf(other).includes(type));
  }

  readonly page: (type: GraphQLCompositeType) => PageShape | undefined = memo((type) =>
    // A payload with `results` is none.
    isObjectType(type) && this.readable.has(type) ? pageShape(type) : undefined,
  );

  itemOf(field: Field): GraphQLCompositeType | undefined {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return undefined;
    return isListField(field) ? named : this.page(named)?.item;
  }

  get devices(): GraphQLCompositeType | undefined {
    const team = this.schema.getQueryType()?.getFields()['team'];
    const list = team && fieldsOf(getNamedType(team.type)).find(({ name }) => name === 'devices');
    return list && this.itemOf(list);
  }

  readonly fields: (type: GraphQLObjectType) => ReadonlyMap<string, ModelField> = memo(
    (type) => new Map(fieldsOf(type).map((field) => [field.name, this.#readField(type, field)])),
  );

  /** The values of other objects that a type shows: `applicationName` is the `name` of its `application`. */
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

  /** The references and lists of a type, one for each key; to another type, if one is given. */
  readonly links: (type: GraphQLObjectType) => readonly LinkField[] = memo((type) => {
    const found = new Map<string, LinkField>();
    for (const field of this.fields(type).values()) {
      if (!isLink(field) || requiredArguments(field.definition).length > 0) continue;
      if (found.get(field.key)?.isNullable !== false) found.set(field.key, field);
    }
    return [...found.values()];
  });

  /** The field of the items that a list of their owner is read from, `Device.group`; undefined if the owner holds the list. */
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
      // Of two lists of each other, the one of the type that comes first by the alphabet holds both.
      const lists = (of: GraphQLObjectType, to: GraphQLObjectType) =>
        this.links(of).filter(({ kind, target }) => kind === 'many' && this.storedOf(target).includes(to));
      const [mine, theirs] = [lists(items, owner), lists(owner, items)];
      return mine.length === 1 && theirs.length === 1 ? mine[0] : undefined;
    }),
  );

  /** The type of objects that these words name, or else their last ones: `source device` names `Device`. */
  named(words: readonly string[]): GraphQLCompositeType | undefined {
    return words.map((_, start) => this.namedExactly(words.slice(start))).find(Boolean);
  }

  /** The type of objects that all of these words name, in the singular or plural, or the only one whose name ends so: `group` a `DeviceGroup`. */
  namedExactly(words: readonly string[]): GraphQLCompositeType | undefined {
    const forms = singulars(words.at(-1) ?? '').map((form) => words.slice(0, -1).join('') + form);
    const exact = forms.flatMap((form) => this.#typeByName.get(form) ?? [])[0];
    if (exact || words.length === 0) return exact;
    const ending = this.stored.filter(({ name }) => forms.includes(wordsOf(name).slice(-words.length).join('')));
    return ending.length === 1 ? ending[0] : undefined;
  }

  /**
   * The field that the name of an argument, of an input's field, or of a key to sort by means: the one that is called so, the id of what
   * it refers to, by its name or its type, the singular or plural, or with `is` before it.
   */
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
    // `toGroupId` of a move is that of its group.
    const words = /^(?:to|new|target)$/.test(id.words[0] ?? '') ? id.words.slice(1) : id.words;
    const noun = words.join('');
    const usual = id.many ? 'many' : 'one';
    const links = this.links(type);
    const byName = links.find(({ key, kind }) => kind === usual && sameNoun(flatName(key), noun));
    if (byName) return byName;
    // `deviceId` of a device is its own id, where it refers to no other.
    const target = this.namedExactly(words);
    if (noun === '' || (target && this.storedOf(target).includes(type)))
      return fields.find(({ kind }) => kind === 'id');
    // Where several fields refer to such objects, nothing says which of them is meant.
    const typed = links.filter((field) => target && this.isSame(field.target, target));
    return typed.length === 1 && typed[0]?.kind === usual ? typed[0] : undefined;
  }

  /** Whether the value of a field follows from its object alone: counts, lists and what another object has do not. */
  isOwn(field: ModelField): boolean {
    const { kind, leaf, definition, key } = field;
    const isShown = this.shown(field.owner).has(key);
    return (
      kind !== 'many' &&
      !isShown &&
      !(leaf?.name === 'Int' && wordsOf(definition.name).some((word) => countWords.test(word)))
    );
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
    // The object beside its id, or the type that the name says.
    const key = name.replace(/_?(?:id|uuid)(s?)$/i, '$1');
    const beside = fieldsOf(type).find(
      (field) => sameNoun(flatName(field.name), flatName(key)) && isCompositeType(getNamedType(field.type)),
    );
    const target = beside ? (this.itemOf(beside) ?? getNamedType(beside.type)) : this.named(id.words);
    if (!isCompositeType(target) || this.storedOf(target).length === 0) return { kind: 'value', leaf } as const;
    return { key: beside?.name ?? key, kind: isList ? 'many' : 'one', leaf, target } as const;
  }
}
