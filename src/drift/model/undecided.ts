import {
  type ASTNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  specifiedDirectives,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { addInputTypes } from '../../graphql/input-types.ts';
import { allDirectives } from '../../graphql/introspection/unseen.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { Undecided } from './drift.ts';
import { PlaceList } from './place-list.ts';
import type { Usage } from './usage.ts';

/** Every server has these. */
const specified = new Set(specifiedDirectives.map(({ name }) => `@${name}`));

/** Collects what operations use and a server did not show. */
export class UndecidedCollector {
  readonly #unknown: ReadonlyMap<string, string>;
  readonly #places = new Map<string, PlaceList>();

  /** @param unknown - Why an element is unknown, by coordinate. */
  constructor(unknown: ReadonlyMap<string, string>) {
    this.#unknown = unknown;
  }

  /** Whether nothing can be said about an element: it or what it is part of is unknown. */
  claims(coordinate: string): boolean {
    return unknownPart(coordinate, this.#unknown) !== undefined;
  }

  /** Adds every unknown element that an operation uses, in its selection or in what its variables may contain. */
  addUses({ name, node }: ExecutableOperation, usage: Usage, schema: GraphQLSchema): void {
    for (const [at, { coordinate }] of usage.uses) this.#add(coordinate, at, name);
    for (const definition of node.variableDefinitions ?? [])
      for (const coordinate of inputsOf(schema, definition)) this.#add(coordinate, definition, name);
  }

  /** All of them, in the order of the files. */
  list(): readonly Undecided[] {
    return [...this.#places].map(([coordinate, places]) => ({
      coordinate,
      message: this.#unknown.get(coordinate) ?? coordinate,
      places: places.list(),
    }));
  }

  #add(coordinate: string, at: ASTNode, operation: string): void {
    const part = unknownPart(coordinate, this.#unknown);
    if (part === undefined) return;
    const places = this.#places.get(part) ?? new PlaceList();
    this.#places.set(part, places);
    places.add(at, operation);
  }
}

/** The unknown element that an element is, or is a part of. */
export function unknownPart(coordinate: string, unknown: ReadonlyMap<string, string>): string | undefined {
  const field = coordinate.replace(/\(.*/, '');
  const directives = coordinate.startsWith('@') && !specified.has(field) ? [allDirectives] : [];
  return [coordinate, field, field.replace(/\..*/, ''), ...directives].find((it) => unknown.has(it));
}

/** Every input object that the value of a variable may contain, and the fields of each, as coordinates. */
function inputsOf(schema: GraphQLSchema, { type }: VariableDefinitionNode): readonly string[] {
  const found = new Set<GraphQLNamedType>();
  addInputTypes(typeFromAST(schema, type), found);
  return [...found]
    .filter(isInputObjectType)
    .flatMap((input) => [input.name, ...Object.keys(input.getFields()).map((field) => `${input.name}.${field}`)]);
}
