import { type GraphQLArgument, getNullableType } from 'graphql';
import { defaultOf } from '../graphql/values.ts';
import { operationWidth } from './defaults.ts';
import { type FieldPlan, lowerFirst, type SelectionPlan, upperFirst } from './selection-plan.ts';

/** Prints an operation with one root field. Arguments become variables. */
export function printOperation(kind: string, name: string, root: FieldPlan): string {
  const variables = new Variables();
  const body = printField(root, variables, [], '  ');
  const definitions = variables.print();
  return `${kind} ${name}${definitions} {\n${body}\n}\n`;
}

class Variables {
  readonly #types = new Map<string, string>();

  /** The name of a requested field's argument stays short. Others are prefixed with as much of their path as makes them unique. */
  add(argument: GraphQLArgument, asked: boolean, path: readonly string[]): string {
    const from = asked ? path.length : path.length - 1;
    const lengths = Array.from({ length: from + 1 }, (_, index) => from - index);
    const candidates = lengths.map((start) => camel([...path.slice(start), argument.name]));
    let name = candidates.find((candidate) => !this.#types.has(candidate));
    for (let number = 2; name === undefined; number++) {
      const numbered = `${candidates.at(-1)}${number}`;
      if (!this.#types.has(numbered)) name = numbered;
    }
    // The variable of an argument with a default is optional, so that the default applies.
    const type = defaultOf(argument) === undefined ? argument.type : getNullableType(argument.type);
    this.#types.set(name, String(type));
    return name;
  }

  print(): string {
    const definitions = Array.from(this.#types, ([name, type]) => `$${name}: ${type}`);
    return definitions.length === 0 ? '' : brackets(definitions, '');
  }
}

function camel(names: readonly string[]): string {
  return lowerFirst(names.map(upperFirst).join(''));
}

function brackets(parts: readonly string[], indent: string): string {
  const line = `(${parts.join(', ')})`;
  if (indent.length + line.length <= operationWidth) return line;
  return `(\n${parts.map((part) => `${indent}  ${part}\n`).join('')}${indent})`;
}

function printField(field: FieldPlan, variables: Variables, above: readonly string[], indent: string): string {
  const path = [...above, field.alias ?? field.name];
  const args = field.arguments.map((argument) => `${argument.name}: $${variables.add(argument, field.asked, path)}`);
  const key = field.alias ? `${field.alias}: ` : '';
  const head = `${indent}${key}${field.name}${args.length > 0 ? brackets(args, indent) : ''}`;
  return head + printSelections(field.selections, variables, field.plumbing ? above : path, indent);
}

function printSelections(
  selections: readonly SelectionPlan[],
  variables: Variables,
  path: readonly string[],
  indent: string,
): string {
  if (selections.length === 0) return '';
  const lines = selections.map((selection) =>
    selection.kind === 'field'
      ? printField(selection, variables, path, `${indent}  `)
      : `${indent}  ... on ${selection.on}${printSelections(selection.selections, variables, path, `${indent}  `)}`,
  );
  return ` {\n${lines.join('\n')}\n${indent}}`;
}
