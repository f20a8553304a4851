import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { memo } from '../../../base/memo.ts';
import { wordsOf } from '../../../base/words.ts';
import { type Field, fieldsOf } from '../../../graphql/fields.ts';
import { flatName, idName } from '../model/names.ts';
import { isLink, type ModelField } from '../model/shapes.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type DeclaredInput, declaredInputs } from './inputs.ts';
import { type Phrase, readPhrase, statesOf } from './phrase.ts';
import { fieldPlaceOf } from './place.ts';
import { type Meaning, meaningOf, type Plan, type Refusal, refuse, type Verdict } from './plan.ts';

interface Reading {
  readonly phrase: Phrase;
  readonly inputs: readonly DeclaredInput[];
  /** The types of objects that the payload shows. */
  readonly answered: readonly GraphQLObjectType[];
  /** The type in the name of the namespace: `device { rename(id:) }`. */
  readonly around: GraphQLObjectType | undefined;
  /** The type of the object that the namespace selects: `device(id:) { rename }`. */
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

  judge(parent: GraphQLObjectType, field: Field): Verdict {
    return this.#judged(parent)(field);
  }

  readonly #judged = memo((parent: GraphQLObjectType) =>
    memo((field: Field): Verdict => {
      const place = fieldPlaceOf(this.#world.model, parent, field);
      return place === 'mutation' ? this.#judge(this.#read(parent, field), field.name) : { does: place };
    }),
  );

  #judge(reading: Reading, name: string): Plan | Refusal {
    const { kind, others } = reading.phrase;
    if (others.some((word) => /^(?:and|or)$/.test(word))) return refuse(12, `\`${name}\` names two things to do`);
    if (kind === 'create') return this.#create(reading) ?? this.#change(reading, 'join');
    if (kind === 'delete') return this.#delete(reading);
    return kind === undefined ? this.#move(reading) : this.#change(reading, kind);
  }

  #read(parent: GraphQLObjectType, definition: Field): Reading {
    const { model } = this.#world;
    const phrase = readPhrase(model, definition.name);
    const inputs = declaredInputs(model, definition.args);
    const answered = [...model.shownTypes(getNamedType(definition.type))];
    const words = wordsOf(parent.name).filter((word) => !/^(?:mutations?|writes?|ops)$/.test(word));
    const namespace = model.namedExactly(words);
    const around = isObjectType(namespace) ? namespace : undefined;
    const isHeld = model.isSingle(parent) || this.#takesId(parent);
    const holder = isHeld && parent !== model.schema.getMutationType() ? around : undefined;
    const named = (type: GraphQLObjectType) => inputs.find((input) => this.#isIdOf(input, type));
    const plain = inputs.find(({ idOf }) => idOf?.length === 0);
    const { nouns } = phrase;
    // `id` alone names what the answer shows, or what comes last in the name, unless another id names that.
    const shown = nouns.filter((type) => answered.includes(type));
    const candidates = [...shown, ...nouns.toReversed(), ...answered, ...(around ? [around] : [])];
    const own = candidates.find((type) => !model.isSingle(type) && !named(type));
    const idsOf = (type: GraphQLObjectType) => named(type) ?? (type === own ? plain : undefined);
    return { phrase, inputs, answered, around, holder, idsOf };
  }

  #isIdOf({ target }: DeclaredInput, type: GraphQLObjectType): boolean {
    return target !== undefined && this.#world.model.storedOf(target).includes(type);
  }

  /** Whether a field that leads to a namespace takes the id of its object: `device(id:) { … }`. */
  #takesId(parent: GraphQLObjectType): boolean {
    const all = Object.values(this.#world.model.schema.getTypeMap()).flatMap(fieldsOf);
    return all.some(({ type, args }) => getNamedType(type) === parent && args.some(({ name }) => idName(name)));
  }

  /** A new object; undefined if ids name all that the answer shows, so that something is added to it. */
  #create(reading: Reading): Plan | Refusal | undefined {
    const { phrase, answered, inputs, idsOf } = reading;
    const { verb, nouns } = phrase;
    const isFresh = (type: GraphQLObjectType): boolean =>
      !this.#world.model.isSingle(type) && !inputs.some((input) => this.#isIdOf(input, type));
    const plain = inputs.some(({ idOf }) => idOf?.length === 0);
    // The `id` of `addTag(id:): Device` names a device; that of `createDevice(id:)` is the new one's.
    const isAdded = plain && verb !== 'create' && verb !== 'register';
    const fresh = answered.filter((type) => isFresh(type) && !(isAdded && idsOf(type)?.idOf?.length === 0));
    const called = nouns.filter((type) => fresh.includes(type));
    const [made, ...more] = called.length > 0 ? called : fresh;
    if (made === undefined)
      return (nouns.length === 0 && answered.length === 0) || (verb !== 'add' && verb !== 'insert')
        ? refuse(11, 'its answer shows no object that it could make')
        : undefined;
    if (more.length > 0) return refuse(11, `its answer shows several that it could make: ${made}, ${more}`);
    const unnamed = this.#unnamed(reading, made);
    if (unnamed) return refuse(11, unidentified(unnamed));
    const state = this.#world.states(made).moved([phrase.others.join('')]);
    return this.#plan(reading, { does: 'create', rule: 11, subject: made, state });
  }

  #delete(reading: Reading): Plan | Refusal {
    const { model } = this.#world;
    const { phrase, inputs, holder, around, idsOf, answered } = reading;
    const nouns = phrase.nouns.filter((type) => !model.isSingle(type));
    const unnamed = nouns.find((type) => !idsOf(type) && type !== holder);
    if (unnamed) return refuse(13, unidentified(unnamed));
    if (phrase.others.length > 0 || nouns.length > 1) return this.#change(reading, 'part');
    const alone =
      phrase.nouns.length > 0 ? undefined : (holder ?? [...answered, ...(around ? [around] : [])].find(idsOf));
    const subject = nouns[0] ?? alone;
    if (!subject) return refuse(13, 'no id says what it deletes');
    // `removeOwner(projectId:, userId:)` unlinks two objects that exist without each other.
    const owners = inputs.map(({ target }) => target).filter(isObjectType);
    const owner = owners.find((type) => type !== subject && !model.isSingle(type));
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
    if (!subject) return refuse(rule, 'no id names what it changes');
    const unnamed = this.#unnamed(reading, subject);
    const word = phrase.others.join('_');
    const mentioned = this.#mentioned(subject, word, unnamed);
    if (unnamed && !mentioned) return refuse(rule, unidentified(unnamed));
    const state = phrase.verb === 'mark' ? this.#world.states(subject).moved([flatName(word)]) : undefined;
    const isInput = reading.inputs.some(({ name }) => flatName(name).endsWith(flatName(word)));
    if (word !== '' && !mentioned && !state && !isInput)
      return refuse(rule, `\`${word}\` of its name is no field of a ${subject}`);
    const plan = this.#plan(reading, { does: 'change', rule, subject, joins, mentioned, state });
    if (plan.does === 'refuse') return plan;
    const meanings = [...plan.meanings.values()];
    const hasEffect = meanings.length > 0;
    // `unassignOwner(deviceId:)` takes away the mentioned object.
    const isTaken = phrase.kind === 'part' && !hasEffect && mentioned?.kind === 'one' && mentioned.isNullable;
    if (!hasEffect && !isTaken && !state)
      return refuse(rule, `no input of it is a field or a neighbor of a ${subject}`);
    const isWritten = meanings.some((meaning) => meaning.on === 'field' && meaning.field === mentioned);
    if (joins === 'set' && isLink(mentioned) && !isWritten)
      return refuse(rule, `its name mentions the ${mentioned.key} of a ${subject}, and no id says which`);
    if (joins !== 'set' && !isTaken && !meanings.some((meaning) => identifiesLinked(meaning, mentioned)))
      return refuse(rule, `no id or value says what is ${joins === 'part' ? 'taken from' : 'added to'} a ${subject}`);
    return model.isSingle(subject) || plan.ids || subject === reading.holder
      ? plan
      : refuse(rule, `no id says which ${subject} it changes`);
  }

  /** Moves the state that the participle of another verb names: `archiveDevice`. */
  #move(reading: Reading): Plan | Refusal {
    const { phrase, answered, idsOf } = reading;
    const { verb } = phrase;
    const subject = this.#subject(reading);
    const notCreation = (type: GraphQLObjectType | undefined): Refusal =>
      refuse(11, `its answer shows a ${type}, and \`${verb}\` is no verb of creation`);
    if (!subject) return answered[0] ? notCreation(answered[0]) : refuse(12, `no id names what it would ${verb}`);
    const unnamed = this.#unnamed(reading, subject);
    if (unnamed) return refuse(12, unidentified(unnamed));
    if (answered.length > 0 && !answered.includes(subject) && !answered.every((type) => idsOf(type)))
      return notCreation(answered[0]);
    const words = statesOf(verb).map((word) => phrase.others.join('') + word);
    const state = this.#world.states(subject).moved(words);
    if (!state) return refuse(12, `no field or value of a ${subject} says \`${words[0]}\``);
    return this.#plan(reading, { does: 'change', rule: 12, subject, state, prefixes: words });
  }

  /** The changed object: one that an id names and the answer or the name mentions, the holder, or the team. */
  #subject({ phrase, answered, around, holder, idsOf }: Reading): GraphQLObjectType | undefined {
    const { model } = this.#world;
    const { nouns, kind } = phrase;
    const isOther = (type: GraphQLObjectType): boolean => !model.isSingle(type);
    const shown = nouns.filter((type) => answered.includes(type));
    // `addDevicesToGroup` and `removeDeviceFromGroup` name the moved object first.
    const ordered = kind === 'create' || kind === 'delete' ? nouns.toReversed() : nouns;
    const named = [...shown, ...answered, ...ordered, ...(around ? [around] : [])].filter(isOther).find(idsOf);
    if (named) return named;
    if (holder && (nouns.length === 0 || nouns.includes(holder))) return holder;
    if ([...nouns, ...answered].some(isOther)) return undefined;
    const single = [...answered, ...nouns].find((type) => model.isSingle(type));
    return single && model.stored.includes(single) ? single : undefined;
  }

  /** A type in the name, other than the subject, whose object nothing identifies. */
  #unnamed({ phrase, holder, idsOf }: Reading, subject: GraphQLObjectType): GraphQLObjectType | undefined {
    return phrase.nouns.find(
      (type) => type !== subject && !this.#world.model.isSingle(type) && type !== holder && idsOf(type) === undefined,
    );
  }

  /** The field that words of the name mean, or the reference called after a type in it: the `group` of `setDeviceGroup`. */
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

  #plan({ inputs, idsOf }: Reading, made: Made): Plan | Refusal {
    const { subject, does, rule, state } = made;
    if (state && !this.#world.states(subject).areExclusive(state.words))
      return refuse(rule, `it may end several states of a ${subject}: \`${state.words.join('`, `')}\``);
    const ids = does === 'create' ? undefined : idsOf(subject);
    const about = { joins: 'set' as const, prefixes: [], mentioned: undefined, state: undefined, ...made };
    const others = inputs.filter((input) => input !== ids);
    const isOnly = others.filter(({ idOf }) => idOf === undefined).length === 1;
    const meanings = new Map<string, Meaning>();
    for (const input of others) {
      const meaning = meaningOf(this.#world, input, about, isOnly);
      if (meaning) meanings.set(input.path, meaning);
    }
    return { ...about, ids, meanings };
  }
}

/** Whether an input identifies the linked object: an id, or a value of the mentioned list. */
function identifiesLinked(meaning: Meaning, mentioned: ModelField | undefined): boolean {
  if (meaning.on !== 'field') return meaning.on === 'other';
  return isLink(meaning.field) || (meaning.field === mentioned && meaning.field.isList);
}

function unidentified(type: GraphQLObjectType): string {
  return `its name mentions a ${type}, and no id says which`;
}
