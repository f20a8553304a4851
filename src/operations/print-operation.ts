import { type GraphQLArgument, getNullableType } from 'graphql';
import { defaultOf } from '../graphql/values.ts';
import { operationWidth } from './defaults.ts';
import { type FieldPlan, lowerFirst, type SelectionPlan, upperFirst } from './selection-plan.ts';

/** Prints an operation with one root field. Arguments become variables. */
export function printOperation(kind: string, name: string, root: FieldPlan): string {
  const typesByVariable = new Map<string, string>();

  /** The name of a requested field's argument stays short. Others are prefixed with as much of their path as makes them unique. */
  function addVariable(argument: GraphQLArgument, asked: boolean, path: readonly string[]): string {
    const names = [...path, argument.name];
    const candidates = names.map((_, start) => camel(names.slice(start))).reverse();
    const longest = camel(names);
    let variable = candidates.slice(asked ? 0 : 1).find((candidate) => !typesByVariable.has(candidate)) ?? longest;
    for (let number = 2; typesByVariable.has(variable); number++) variable = `${longest}${number}`;
    // The variable of an argument with a default is optional, so that the default applies.
    const type = defaultOf(argument) === undefined ? argument.type : getNullableType(argument.type);
    typesByVariable.set(variable, String(type));
    return variable;
  }

  function printField(field: FieldPlan, above: readonly string[], indent: string): string {
    const path = [...above, field.alias ?? field.name];
    const args = field.arguments.map((argument) => `${argument.name}: $${addVariable(argument, field.asked, path)}`);
    const key = field.alias ? `${field.alias}: ` : '';
    const head = `${indent}${key}${field.name}${args.length > 0 ? brackets(args, indent) : ''}`;
    return head + printSelections(field.selections, field.plumbing ? above : path, indent);
  }

  function printSelections(selections: readonly SelectionPlan[], path: readonly string[], indent: string): string {
    if (selections.length === 0) return '';
    const lines = selections.map((selection) =>
      selection.kind === 'field'
        ? printField(selection, path, `${indent}  `)
        : `${indent}  ... on ${selection.on}${printSelections(selection.selections, path, `${indent}  `)}`,
    );
    return ` {\n${lines.join('\n')}\n${indent}}`;
  }

  const body = printField(root, [], '  ');
  const definitions = Array.from(typesByVariable, ([variable, type]) => `$${variable}: ${type}`);
  return `${kind} ${name}${definitions.length > 0 ? brackets(definitions, '') : ''} {\n${body}\n}\n`;
}

function camel(names: readonly string[]): string {
  return lowerFirst(names.map(upperFirst).join(''));
}

function brackets(parts: readonly string[], indent: string): string {
  const line = `(${parts.join(', ')})`;
  if (indent.length + line.length <= operationWidth) return line;
  return `(\n${parts.map((part) => `${indent}  ${part}\n`).join('')}${indent})`;
}
