import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { type Field, fieldsOf } from '../../../graphql/fields.ts';
import { flatName, idName } from '../model/names.ts';
import { isLink, type ModelField } from '../model/shapes.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type DeclaredInput, declaredInputs } from './inputs.ts';
import { meaningOf } from './meaning.ts';
import { type Phrase, readPhrase, statesOf } from './phrase.ts';
import { isRefusal, type Plan, type Refusal, shownTypes } from './plan.ts';

interface Reading {
  readonly phrase: Phrase;
  readonly inputs: readonly DeclaredInput[];
  readonly answered: readonly GraphQLObjectType[];
  /** The type that the namespace is called after: `device { rename(id:) }`. */
  readonly around: GraphQLObjectType | undefined;
  /** The type of the object around the mutation: `device(id:) { rename }`. */
  readonly holder: GraphQLObjectType | undefined;
  readonly idsOf: (type: GraphQLObjectType) => DeclaredInput | undefined;
}

type Made = Pick<Plan, 'does' | 'rule' | 'subject'> & Partial<Plan>;

/** Decides from the schema alone what a mutation does. A mutation that fits no rule is refused. */
export class Judge {
  readonly #world: WorldParts;

  constructor(world: WorldParts) {
    this.#world = world;
  }

  judge(parent: GraphQLObjectType, definition: Field): Plan | Refusal {
    const reading = this.#read(parent, definition);
    const { kind, verb, others } = reading.phrase;
    if (others.some((word) => /^(?:and|or)$/.test(word)))
      return { rule: 12, reason: `\`${definition.name}\` names two things to do` };
    if (kind === 'create') return this.#create(reading) ?? this.#change(reading, 'join');
    if (kind === 'delete') return this.#delete(reading);
    if (kind === 'join' || kind === 'part') return this.#change(reading, kind);
    if (kind === 'set') return this.#change(reading, 'set');
    return this.#move(reading, verb);
  }

  #read(parent: GraphQLObjectType, definition: Field): Reading {
    const { model } = this.#world;
    const phrase = readPhrase(model, definition.name);
    const inputs = declaredInputs(model, definition.args);
    const answered = [...shownTypes(model, getNamedType(definition.type))];
    const around = model.namedExactly(
      wordsOf(parent.name).filter((word) => !/^(?:mutations?|writes?|ops)$/.test(word)),
    );
    const isHeld = model.isSingle(parent) || this.#takesId(parent);
    const holder = isObjectType(around) && isHeld && parent !== model.schema.getMutationType() ? around : undefined;
    const named = (type: GraphQLObjectType) =>
      inputs.find(({ idOf }) => {
        const of = idOf?.length ? model.namedExactly(idOf) : undefined;
        return of !== undefined && model.storedOf(of).includes(type);
      });
    const plain = inputs.find(({ idOf }) => idOf?.length === 0);
    const { nouns } = phrase;
    // `id` alone names what the answer shows, or what comes last in the name, unless another id names that.
    const shown = nouns.filter((type) => answered.includes(type));
    const candidates = [...shown, ...nouns.toReversed(), ...answered, ...(isObjectType(around) ? [around] : [])];
    const own = candidates.find((type) => !model.isSingle(type) && !named(type));
    return {
      phrase,
      inputs,
      answered,
      around: isObjectType(around) ? around : undefined,
      holder,
      idsOf: (type) => named(type) ?? (type === own ? plain : undefined),
    };
  }

  /** Whether a field that leads to a namespace takes the id of its object: `device(id:) { … }`. */
  #takesId(parent: GraphQLObjectType): boolean {
    const all = Object.values(this.#world.model.schema.getTypeMap()).flatMap(fieldsOf);
    return all.some(({ type, args }) => getNamedType(type) === parent && args.some(({ name }) => idName(name)));
  }

  /** A new object; undefined where ids name all that the answer shows, so that something is added to it. */
  #create(reading: Reading): Plan | Refusal | undefined {
    const { model } = this.#world;
    const { phrase, answered, inputs } = reading;
    const isFresh = (type: GraphQLObjectType): boolean =>
      !model.isSingle(type) && !inputs.some(({ idOf }) => idOf?.length && this.#names(idOf, type));
    const plain = inputs.some(({ idOf }) => idOf?.length === 0);
    // The `id` of `addTag(id:): Device` names a device; that of `createDevice(id:)` is the new one's.
    const isAdded = plain && phrase.verb !== 'create' && phrase.verb !== 'register';
    const fresh = answered.filter((type) => isFresh(type) && !(isAdded && reading.idsOf(type)?.idOf?.length === 0));
    const called = phrase.nouns.filter((type) => fresh.includes(type));
    const [made, ...more] = called.length > 0 ? called : fresh;
    if (made === undefined)
      return (phrase.nouns.length === 0 && answered.length === 0) || (phrase.verb !== 'add' && phrase.verb !== 'insert')
        ? { rule: 11, reason: 'its answer shows no object that it could make' }
        : undefined;
    if (more.length > 0) return { rule: 11, reason: `its answer shows several that it could make: ${made}, ${more}` };
    const unnamed = phrase.nouns.find((type) => type !== made && !this.#isKnown(reading, type));
    if (unnamed) return { rule: 11, reason: `its name mentions a ${unnamed}, and no id says which` };
    const state = this.#world.states(made).moved([phrase.others.join('')]);
    return this.#plan(reading, { does: 'create', rule: 11, subject: made, state });
  }

  #delete(reading: Reading): Plan | Refusal {
    const { model } = this.#world;
    const { phrase, inputs, holder, around, idsOf, answered } = reading;
    const nouns = phrase.nouns.filter((type) => !model.isSingle(type));
    const unnamed = nouns.find((type) => !idsOf(type) && type !== holder);
    if (unnamed) return { rule: 13, reason: `its name mentions a ${unnamed}, and no id says which` };
    if (phrase.others.length > 0 || nouns.length > 1) return this.#change(reading, 'part');
    const alone = phrase.nouns.length > 0 ? undefined : (holder ?? [...answered, ...[around ?? []].flat()].find(idsOf));
    const subject = nouns[0] ?? alone;
    if (!subject) return { rule: 13, reason: 'no id says what it deletes' };
    // `removeOwner(projectId:, userId:)` parts two that are there without each other.
    const owner = inputs.flatMap(({ idOf }) => {
      const type = idOf?.length ? model.namedExactly(idOf) : undefined;
      return type && isObjectType(type) && type !== subject && !model.isSingle(type) ? [type] : [];
    })[0];
    const link = owner && this.#world.links.between(subject, owner);
    if (phrase.verb === 'remove' && link && (link.kind === 'many' || link.isNullable))
      return this.#change(reading, 'part');
    return this.#plan(reading, { does: 'delete', rule: 13, subject, ids: idsOf(subject) });
  }

  #change(reading: Reading, joins: Plan['joins']): Plan | Refusal {
    const { model } = this.#world;
    const { phrase } = reading;
    const rule = phrase.kind === 'create' || phrase.kind === 'delete' ? 13 : 12;
    const subject = this.#subject(reading);
    if (!subject) return { rule, reason: 'no id names what it changes' };
    const unnamed = phrase.nouns.find((type) => type !== subject && !this.#isKnown(reading, type));
    const word = phrase.others.join('_');
    const mentioned = this.#mentioned(subject, word, unnamed);
    if (unnamed && !mentioned) return { rule, reason: `its name mentions a ${unnamed}, and no id says which` };
    const moved = phrase.verb === 'mark' ? this.#world.states(subject).moved([flatName(word)]) : undefined;
    const isInput = reading.inputs.some(({ name }) => flatName(name).endsWith(flatName(word)));
    if (word !== '' && !mentioned && !moved && !isInput)
      return { rule, reason: `\`${word}\` of its name is no field of a ${subject}` };
    const plan = this.#plan(reading, { does: 'change', rule, subject, joins, mentioned, state: moved });
    if (isRefusal(plan)) return plan;
    const links = [...plan.effective].length;
    // `unassignOwner(deviceId:)` takes away what the name mentions.
    const isTaken = phrase.kind === 'part' && links === 0 && mentioned?.kind === 'one' && mentioned.isNullable;
    if (links === 0 && !isTaken && !moved)
      return { rule, reason: `no input of it is a field or a neighbor of a ${subject}` };
    if (joins === 'set' && isLink(mentioned) && !this.#writes(reading, plan, mentioned))
      return { rule, reason: `its name mentions the ${mentioned.key} of a ${subject}, and no id says which` };
    if (joins !== 'set' && !isTaken && !this.#joins(reading, plan))
      return {
        rule,
        reason: `no id or value says what is ${joins === 'part' ? 'taken from' : 'added to'} a ${subject}`,
      };
    return model.isSingle(subject) || plan.ids || subject === reading.holder
      ? plan
      : { rule, reason: `no id says which ${subject} it changes` };
  }

  /** A state that the participle of an unknown verb names. */
  #move(reading: Reading, verb: string): Plan | Refusal {
    const { phrase, answered, idsOf } = reading;
    const subject = this.#subject(reading);
    const [made] = subject ? [] : answered;
    if (made) return { rule: 11, reason: `its answer shows a ${made}, and \`${verb}\` is no verb of creation` };
    if (!subject) return { rule: 12, reason: `no id names what it would ${verb}` };
    const unnamed = phrase.nouns.find((type) => type !== subject && !this.#isKnown(reading, type));
    if (unnamed) return { rule: 12, reason: `its name mentions a ${unnamed}, and no id says which` };
    if (answered.length > 0 && !answered.includes(subject) && !answered.every((type) => idsOf(type)))
      return { rule: 11, reason: `its answer shows a ${answered[0]}, and \`${verb}\` is no verb of creation` };
    const words = statesOf(verb).map((word) => phrase.others.join('') + word);
    const state = this.#world.states(subject).moved(words);
    if (!state) return { rule: 12, reason: `no field or value of a ${subject} says \`${words[0]}\`` };
    return this.#plan(reading, { does: 'change', rule: 12, subject, state, prefixes: words });
  }

  /** The object that is changed: one that an id names and the answer or the name mentions, or what is around the mutation. */
  #subject({ phrase, answered, around, holder, idsOf }: Reading): GraphQLObjectType | undefined {
    const { model } = this.#world;
    const { nouns, kind } = phrase;
    const isOther = (type: GraphQLObjectType): boolean => !model.isSingle(type);
    const shown = nouns.filter((type) => answered.includes(type));
    // `addDevicesToGroup` and `removeDeviceFromGroup` name first what moves.
    const ordered = kind === 'create' || kind === 'delete' ? nouns.toReversed() : nouns;
    const named = [...shown, ...answered, ...ordered, ...[around ?? []].flat()].filter(isOther).find(idsOf);
    if (named) return named;
    if (holder && (nouns.length === 0 || nouns.includes(holder))) return holder;
    if ([...nouns, ...answered].some(isOther)) return undefined;
    const single = [...answered, ...nouns].find((type) => model.isSingle(type));
    return single && model.stored.includes(single) ? single : undefined;
  }

  /** Whether a type that the name mentions is there once, around the mutation, or named by an id. */
  #isKnown({ holder, idsOf }: Reading, type: GraphQLObjectType): boolean {
    return this.#world.model.isSingle(type) || type === holder || idsOf(type) !== undefined;
  }

  /** The field that words of the name mean; or the only one that refers to objects of a type in it: the `group` of `setDeviceGroup`. */
  #mentioned(subject: GraphQLObjectType, word: string, type: GraphQLObjectType | undefined): ModelField | undefined {
    const { model } = this.#world;
    if (word !== '') return model.meant(subject, word);
    return (
      type &&
      model
        .links(subject)
        .find(({ key, target }) => flatName(key) === flatName(type.name) && model.isSame(target, type))
    );
  }

  #names(words: readonly string[], type: GraphQLObjectType): boolean {
    const { model } = this.#world;
    const named = model.namedExactly(words);
    return named !== undefined && model.storedOf(named).includes(type);
  }

  /** Whether an input says what is joined or parted: an id that is linked, or a value of the list that the name mentions. */
  #joins({ inputs }: Reading, { subject, ids, effective, ...about }: Plan): boolean {
    const others = inputs.filter((input) => input !== ids && effective.has(input.path));
    return others.some((input) => {
      const meaning = meaningOf(this.#world, subject, input, about, others.length === 1);
      if (meaning?.on === 'other') return true;
      return (
        meaning?.on === 'field' &&
        (isLink(meaning.field) || (meaning.field === about.mentioned && meaning.field.isList))
      );
    });
  }

  #writes({ inputs }: Reading, { subject, effective, ...about }: Plan, field: ModelField): boolean {
    return inputs.some((input) => {
      const meaning = effective.has(input.path) ? meaningOf(this.#world, subject, input, about, false) : undefined;
      return meaning?.on === 'field' && meaning.field === field;
    });
  }

  #plan({ inputs, idsOf }: Reading, made: Made): Plan | Refusal {
    const { subject, does, rule, state } = made;
    if (state && !this.#world.states(subject).areExclusive(state.words))
      return { rule, reason: `it may end several states of a ${subject}: \`${state.words.join('`, `')}\`` };
    const ids = does === 'create' ? undefined : idsOf(subject);
    const about = { joins: 'set' as const, prefixes: [], mentioned: undefined, state: undefined, ...made };
    const others = inputs.filter((input) => input !== ids);
    const values = others.filter(({ idOf }) => idOf === undefined);
    const isEffective = (input: DeclaredInput): boolean =>
      meaningOf(this.#world, subject, input, about, values.length === 1) !== undefined;
    return { ...about, ids, effective: new Set(others.filter(isEffective).map(({ path }) => path)) };
  }
}
