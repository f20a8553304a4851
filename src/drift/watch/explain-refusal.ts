import { isRecord } from '../../base/is-record.ts';
import { mayHold, nameHash } from '../../base/name-hash.ts';
import type { ObservedChange } from '../../index.ts';
import { likelyName } from '../explain/likely-name.ts';
import type { NamedChange } from './read-refusal.ts';
import { type Shape, type ShapedField, type ShapedSelection, selectionsIn } from './read-shape.ts';
import { type NamedShape, typeText } from './shaped-type.ts';

/** An explanation of a refusal holds so many changes at most. */
const MOST = 10;

/**
 * One question for the types that an operation uses, each by its name: a large schema stays where it is.
 *
 * @param deprecated - Whether deprecated arguments and input fields are asked for, which not every server can list.
 */
export function questionFor(shape: Shape, deprecated: boolean): string {
  const selected = [...selectionsIn(shape)].map(({ on }) => on.name);
  const inputs = [...shape.types.values()].filter(({ required }) => required).map(({ name }) => name);
  const names = new Set([...selected, ...inputs]);
  const asked = [...names].map((name, index) => `t${index}: __type(name: "${name}") { ...Type }`);
  const all = deprecated ? '(includeDeprecated: true)' : '';
  return `query ExplainDrift { ${deprecated ? `${WHOLE}: __typename ` : ''}${asked.join(' ')} }
fragment Type on __Type { name fields(includeDeprecated: true) { name args${all} { name defaultValue type { ...Ref } } type { ...Ref } }
  inputFields${all} { name defaultValue type { kind } } }
fragment Ref on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }`;
}

/** In an answer, the sign that nothing deprecated was left out. */
const WHOLE = 'whole';

/** An argument, an input field or a field of the live schema. */
interface LiveMember {
  readonly name: string;
  /** As GraphQL writes it. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly args: readonly LiveMember[];
}

interface LiveType {
  readonly fields: ReadonlyMap<string, LiveMember>;
  readonly inputFields: readonly LiveMember[];
}

/** What in the live schema makes a service refuse the operation, the strongest evidence first; empty where it should accept it. */
export function explainRefusal(
  shape: Shape,
  answer: unknown,
  named: readonly NamedChange[],
): readonly ObservedChange[] {
  const live = readTypes(answer);
  const isWhole = isRecord(answer) && answer[WHOLE] !== undefined;
  const found = new Map<string, ObservedChange>();
  const add = (change: ObservedChange): unknown => found.set(`${change.coordinate} ${change.change}`, change);
  const hintFor = (coordinate: string): string | undefined => named.find((it) => it.coordinate === coordinate)?.hint;
  const seen = new Set<ShapedSelection>();

  const visit = (selection: ShapedSelection): void => {
    if (seen.has(selection)) return;
    seen.add(selection);
    const { on, fields, parts } = selection;
    const type = live.get(on.name);
    if (!type) {
      const isRoot = selection === shape.root;
      return void add({
        coordinate: on.name,
        change: isRoot ? 'root-removed' : 'type-removed',
        message: `${on.name} was removed.`,
      });
    }
    const selected = new Set(fields.map(({ name }) => name));
    for (const field of fields) compareField(field, on, type, selected);
    parts.forEach(visit);
  };

  const compareField = (field: ShapedField, on: NamedShape, type: LiveType, selected: ReadonlySet<string>): void => {
    const coordinate = `${on.name}.${field.name}`;
    const before = typeText(field.type);
    const now = type.fields.get(field.name);
    if (!now) {
      const candidates = [...type.fields.values()].flatMap(({ name, type: other }) =>
        selected.has(name)
          ? []
          : [{ name, isNew: on.fields !== undefined && !mayHold(on.fields, name), isAlike: other === before }],
      );
      const suggestion = likelyName(field.name, candidates, hintFor(coordinate));
      const message = `${coordinate} was removed${suggestion === undefined ? '' : `: it may be ${suggestion} now`}.`;
      add({ coordinate, change: 'field-removed', message, before, ...(suggestion !== undefined && { suggestion }) });
      return;
    }
    compareArguments(field, coordinate, now.args);
    const after = now.type;
    const isSame = after === before || after.includes('?');
    const isOfType = isSame || bare(after) === bare(before);
    const change = isOfType ? 'nullability-changed' : 'type-changed';
    if (!isSame) add({ coordinate, change, message: `${coordinate} was ${before}, and is ${after}.`, before, after });
    if (isOfType && field.selection) visit(field.selection);
  };

  const compareArguments = ({ args }: ShapedField, owner: string, now: readonly LiveMember[]): void => {
    const given = new Set(args.map(({ name }) => name));
    for (const { name, isRequired, type } of now)
      if (isRequired && !given.has(name))
        add({
          coordinate: `${owner}(${name}:)`,
          change: 'argument-required',
          message: `${owner}(${name}:) is required now. Its type is ${type}.`,
          after: type,
        });
    for (const { name, variable } of args) {
      const coordinate = `${owner}(${name}:)`;
      const argument = now.find((it) => it.name === name);
      if (!argument) {
        if (!isWhole && !named.some((it) => it.coordinate === coordinate)) continue;
        const candidates = now.map((it) => ({ name: it.name, isNew: false, isAlike: false }));
        const suggestion = likelyName(name, candidates, hintFor(coordinate));
        const message = `${coordinate} was removed${suggestion === undefined ? '' : `: it may be ${suggestion} now`}.`;
        add({ coordinate, change: 'argument-removed', message, ...(suggestion !== undefined && { suggestion }) });
        continue;
      }
      const before = shape.variables.get(variable ?? '');
      if (before === undefined || fits(before, argument)) continue;
      const [was, after] = [before.replace(' =', ''), argument.type];
      const message = `${coordinate} is ${after}, and the operation gives it ${was}.`;
      add({ coordinate, change: 'type-changed', message, before: was, after });
    }
  };

  visit(shape.root);
  for (const { name, required } of shape.types.values())
    for (const field of live.get(name)?.inputFields ?? [])
      if (required && field.isRequired && !required.has(nameHash(field.name)))
        add({
          coordinate: `${name}.${field.name}`,
          change: 'input-field-required',
          message: `${name}.${field.name} is required now.`,
        });
  const weight = ({ change }: ObservedChange): number => (change === 'nullability-changed' ? 1 : 0);
  return [...found.values()].sort((a, b) => weight(a) - weight(b)).slice(0, MOST);
}

const bare = (type: string): string => type.replaceAll('!', '');

/** Whether a variable of a type may stand for an argument, as the GraphQL specification has it. */
function fits(variable: string, { type, isRequired }: LiveMember): boolean {
  const [own = '', hasDefault] = variable.split(' ');
  // A default, of the variable or of the argument, stands in where the variable is not given.
  const asked = type.endsWith('!') && (hasDefault !== undefined || !isRequired) ? type.slice(0, -1) : type;
  return isSubtype(own, asked);
}

function isSubtype(own: string, asked: string): boolean {
  if (asked.endsWith('!')) return own.endsWith('!') && isSubtype(own.slice(0, -1), asked.slice(0, -1));
  if (own.endsWith('!')) return isSubtype(own.slice(0, -1), asked);
  if (own.startsWith('[') && asked.startsWith('[')) return isSubtype(own.slice(1, -1), asked.slice(1, -1));
  return own === asked;
}

function readTypes(answer: unknown): ReadonlyMap<string, LiveType> {
  const types = new Map<string, LiveType>();
  for (const type of isRecord(answer) ? Object.values(answer) : []) {
    if (!isRecord(type)) continue;
    const fields = membersIn(type['fields']);
    types.set(nameIn(type), {
      fields: new Map(fields.map((field) => [field.name, field])),
      inputFields: membersIn(type['inputFields']),
    });
  }
  return types;
}

function membersIn(list: unknown): readonly LiveMember[] {
  return (Array.isArray(list) ? list : []).filter(isRecord).map((member) => {
    const type = refText(member['type']);
    const isRequired = type.endsWith('!') && member['defaultValue'] == null;
    return { name: nameIn(member), type, isRequired, args: membersIn(member['args']) };
  });
}

/** A name of GraphQL, and nothing else that a server may put in its place. */
function nameIn({ name }: Record<string, unknown>): string {
  return typeof name === 'string' && /^\w{1,100}$/.test(name) ? name : '?';
}

function refText(ref: unknown): string {
  if (!isRecord(ref)) return '?';
  if (ref['kind'] === 'NON_NULL') return `${refText(ref['ofType'])}!`;
  if (ref['kind'] === 'LIST') return `[${refText(ref['ofType'])}]`;
  return nameIn(ref);
}
