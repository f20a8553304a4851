import { type GraphQLCompositeType, type GraphQLObjectType, getNullableType, isEnumType, isListType } from 'graphql';
import { holdsFailed, isFailure } from '../model/failures.ts';
import { identityOf } from '../model/identity.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { failureMember, outcomeOf } from '../reads/failure-object.ts';

/** A type of objects in an answer, and whether the answer has a list of them. */
interface ShownType {
  readonly type: GraphQLCompositeType;
  readonly many: boolean;
}

/** One type of a payload, with its fields. */
interface Member {
  readonly type: GraphQLObjectType;
  readonly fields: readonly AnswerField[];
}

const successes = /^(?:is)?(?:succe\w*|ok|done)$/;

/** The answer of a mutation, or a field in it: what it can show. */
export class AnswerField {
  readonly field: ModelField;
  readonly isAnswer: boolean;
  readonly isList: boolean;
  /** Whether it holds what failed alone. */
  readonly isFailure: boolean;
  /** The type of the payload that it holds; undefined if it holds objects, a page of them, or values. */
  readonly payload: GraphQLCompositeType | undefined;
  readonly #model: Model;
  #members: readonly Member[] | undefined;

  constructor(model: Model, field: ModelField, isAnswer = false) {
    const { leaf, target, page, definition } = field;
    const isOfObjects = target !== undefined && model.familiesOf(target).length > 0;
    this.field = field;
    this.isAnswer = isAnswer;
    this.isList = isListType(getNullableType(definition.type));
    this.isFailure = !isAnswer && (holdsFailed(definition) || (target !== undefined && isFailure(target)));
    this.payload = leaf || (isOfObjects && (!page || page.shape.pageInfo)) ? undefined : (page?.type ?? target);
    this.#model = model;
  }

  /** The types of the payload that are no failures. */
  get members(): readonly Member[] {
    this.#members ??= (this.payload ? this.#model.membersOf(this.payload) : [])
      .filter((type) => !isFailure(type))
      .map((type) => ({
        type,
        fields: [...this.#model.fieldsOfType(type).values()].map((field) => new AnswerField(this.#model, field)),
      }));
    return this.#members;
  }

  get fields(): readonly AnswerField[] {
    return this.members.flatMap(({ fields }) => fields);
  }

  /** Whether it, or a part of it, can say that something was not done. */
  get saysFailure(): boolean {
    return this.#saysFailure();
  }

  #saysFailure(depth = 0): boolean {
    const { definition, leaf, target, kind } = this.field;
    if (isEnumType(leaf)) return outcomeOf(leaf, 'unknown') !== undefined;
    if (!this.isAnswer && successes.test(flatName(definition.name))) return true;
    if (this.isFailure || (target && isFailure(target)) || failureMember(this.#model, definition)) return true;
    // A part that queries show, too, says nothing of a mutation: the `health` within `query`.
    const isOfMutations = target !== undefined && !this.#model.readable.has(target.name);
    const isOpen = this.isAnswer || kind === 'parts' || (kind === 'part' && isOfMutations);
    return isOpen && depth < 3 && this.fields.some((each) => each.#saysFailure(depth + 1));
  }

  /** Whether it has a place for those of several objects that were not changed. */
  get saysEachFailure(): boolean {
    return [this, ...this.fields].some((each) => each.isList && each.saysFailure);
  }

  /** The types of objects that it shows: itself, or in its payload, also within an edge. */
  shownTypes(many = false, depth = 0): readonly ShownType[] {
    const { leaf, target, kind } = this.field;
    const isMany = many || kind.endsWith('s');
    if (leaf || !target) return [];
    if (this.#model.familiesOf(target).length > 0) return [{ type: target, many: isMany }];
    const members = this.#model.membersOf(target);
    if (depth > 2 || (depth > 0 && members.some(identityOf))) return [];
    return this.fields.flatMap((each) => each.shownTypes(isMany, depth + 1));
  }
}
