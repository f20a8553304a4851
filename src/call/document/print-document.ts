import { isRecord } from '../../base/is-record.ts';

/** The text of each kind of node. `<(member)>`: an absent or empty member drops its marks, too. */
const TEXTS: Readonly<Record<string, string>> = {
  Document: '<definitions>',
  OperationDefinition: '<operation>< name><(variableDefinitions)>< directives> <selectionSet>',
  FragmentDefinition: 'fragment <name> on <typeCondition>< directives> <selectionSet>',
  VariableDefinition: '<variable>: <type>< = defaultValue>< directives>',
  SelectionSet: '{<\nselections>\n}',
  Field: '<alias: ><name><(arguments)>< directives>< selectionSet>',
  FragmentSpread: '...<name>< directives>',
  InlineFragment: '...< on typeCondition>< directives> <selectionSet>',
  Directive: '@<name><(arguments)>',
  Argument: '<name>: <value>',
  ObjectField: '<name>: <value>',
  Variable: '$<name>',
  ListValue: '[<values>]',
  ObjectValue: '{<fields>}',
  NullValue: 'null',
  BooleanValue: '<value>',
  IntValue: '<value>',
  FloatValue: '<value>',
  EnumValue: '<value>',
  Name: '<value>',
  NamedType: '<name>',
  ListType: '[<type>]',
  NonNullType: '<type>!',
};

const BETWEEN: Readonly<Record<string, string>> = { definitions: '\n\n', selections: '\n', directives: ' ' };

/** @throws {TypeError} for a tree that lacks a part, or holds more than operations and fragments. */
export function printDocument(node: unknown): string {
  const { kind, ...members } = isRecord(node) ? node : {};
  if (kind === 'StringValue') return JSON.stringify(members['value']);
  const text = TEXTS[String(kind)];
  if (text === undefined) throw new TypeError('not a node of an operation');
  const printed = text.replace(/<(.*?)(\w+)(\W*)>/gs, (_, before: string, name: string, after: string) => {
    const member = members[name];
    const all = Array.isArray(member) ? member.map(printDocument).join(BETWEEN[name] ?? ', ') : member;
    if (!all && before + after !== '') return '';
    const it = before + textOf(all) + after;
    // No token holds a line break, so each one is safe to indent.
    return name === 'selections' ? it.replaceAll('\n', '\n  ') : it;
  });
  return kind === 'OperationDefinition' ? printed.replace(/^query \{/, '{').replace(/^\w+(?=\()/, '$& ') : printed;
}

const textOf = (member: unknown): string =>
  typeof member === 'string' || typeof member === 'boolean' ? String(member) : printDocument(member);
