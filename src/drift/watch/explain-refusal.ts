import { Kind, visit } from 'graphql';
import { mayHold, nameHash } from '../../base/name-hash.ts';
import type { ObservedChange, ObservedChangeCode } from '../../index.ts';
import { type Candidate, likelyName } from '../explain/likely-name.ts';
import type { LiveMember, LiveType, LiveTypes } from './live-type.ts';
import type { NamedChange } from './read-refusal.ts';
import type { FieldUse, Shape, VariableShape } from './read-shape.ts';
import { type NamedShape, typeText } from './shaped-type.ts';

/** An explanation of a refusal holds so many changes at most. */
const MOST = 10;

/**
 * How the live schema no longer fits an operation, as far as its types are known; and what the service says beyond that, which
 * what was learnt before never overrides. The strongest evidence comes first.
 */
export function explainRefusal(
  shape: Shape,
  live: LiveTypes,
  named: readonly NamedChange[],
): readonly ObservedChange[] {
  const found = new Map<string, ObservedChange>();
  const note = (change: ObservedChangeCode, coordinate: string, fact: string, more: Partial<ObservedChange> = {}) =>
    void found.set(`${coordinate} ${change}`, { coordinate, change, message: `${coordinate} ${fact}.`, ...more });
  const saidOf = (coordinate: string) => named.find((it) => it.coordinate === coordinate);
  /** The members of a type that the service says something about. */
  const saidIn = (type: string): readonly string[] =>
    named.flatMap(({ coordinate: it }) => (it.startsWith(`${type}.`) ? it.slice(type.length + 1) : []));
  const removed = (
    change: ObservedChangeCode,
    coordinate: string,
    candidates: readonly Candidate[],
    before?: string,
  ): void => {
    const name = /\w+(?=:?\)?$)/.exec(coordinate)?.[0] ?? '';
    const suggestion = likelyName(name, candidates, saidOf(coordinate)?.hint);
    note(change, coordinate, `was removed${suggestion === undefined ? '' : `: it may be ${suggestion} now`}`, {
      ...(before !== undefined && { before }),
      ...(suggestion !== undefined && { suggestion }),
    });
  };
  const used = namesIn(shape);
  for (const [name, type] of live) {
    const was = shape.types.get(name);
    if (type === null) {
      note(name === shape.root.name ? 'root-removed' : 'type-removed', name, 'was removed');
      continue;
    }
    for (const use of shape.fields.values()) if (use.owner.name === name) compareField(use, type);
    if (was?.required) compareInput(was, type);
    const written = [...used.values].filter((value) => was?.values?.has(nameHash(value)));
    for (const value of new Set([...written, ...saidIn(name)]))
      if (type.values.size > 0 && !type.values.has(value))
        removed('enum-value-removed', `${name}.${value}`, candidatesIn(type.values, used.values));
    for (const part of shape.members.get(name) ?? [])
      if (type.members.size > 0 && !type.members.has(part) && live.get(part) !== null)
        note('possible-type-removed', name, `no longer has ${part} as a part`);
  }

  function compareField({ node, owner, type }: FieldUse, live: LiveType): void {
    const name = node.name.value;
    const coordinate = `${owner.name}.${name}`;
    const before = typeText(type);
    const now = live.fields.get(name);
    if (!now) {
      const others = [...shape.fields.values()].filter((it) => it.owner === owner).map((it) => it.node.name.value);
      const candidates = [...live.fields.values()].flatMap((it) => {
        const isNew = owner.fields !== undefined && !mayHold(owner.fields, it.name);
        return others.includes(it.name) ? [] : [{ name: it.name, isNew, isAlike: it.type === before }];
      });
      removed('field-removed', coordinate, candidates, before);
      return;
    }
    compareArguments(node, coordinate, now.args, live.isWhole);
    const after = now.type;
    if (after === before || after.includes('?')) return;
    const isOfType = after.replaceAll('!', '') === before.replaceAll('!', '');
    const change = isOfType ? 'nullability-changed' : 'type-changed';
    note(change, coordinate, `was ${before}, and is ${after}`, { before, after });
  }

  function compareArguments(
    node: FieldUse['node'],
    owner: string,
    now: ReadonlyMap<string, LiveMember>,
    isWhole: boolean,
  ): void {
    const present = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]));
    for (const { name, isRequired, type } of now.values())
      if (isRequired && !present.has(name))
        note('argument-required', `${owner}(${name}:)`, `is required now. Its type is ${type}`, { after: type });
    for (const [name, value] of present) {
      const coordinate = `${owner}(${name}:)`;
      const argument = now.get(name);
      if (!argument) {
        // A server that cannot list deprecated arguments may only hide it.
        if (isWhole || saidOf(coordinate))
          removed('argument-removed', coordinate, candidatesIn(now.keys(), present.keys()));
        continue;
      }
      const variable = value.kind === Kind.VARIABLE ? shape.variables.get(value.name.value) : undefined;
      if (!variable || argument.type.includes('?') || mayStandFor(variable, argument)) continue;
      const [before, after] = [variable.type, argument.type];
      note('type-changed', coordinate, `is ${after}, and the operation gives it ${before}`, { before, after });
    }
  }

  function compareInput({ name, required, inputs }: NamedShape, live: LiveType): void {
    for (const field of live.inputFields.values())
      if (field.isRequired && !required?.has(nameHash(field.name)))
        note('input-field-required', `${name}.${field.name}`, 'is required now');
    const said = saidIn(name);
    for (const field of new Set([...said, ...used.inputFields])) {
      const isGone = inputs?.has(nameHash(field)) && !live.inputFields.has(field);
      if (isGone && (live.isWhole || said.includes(field)))
        removed('input-field-removed', `${name}.${field}`, candidatesIn(live.inputFields.keys(), used.inputFields));
    }
  }

  for (const { types, hint, ...change } of named)
    if (change.change !== 'invalid-document' && ![...found.values()].some((it) => it.coordinate === change.coordinate))
      found.set(`${change.coordinate} ${change.change}`, change);
  const weight = ({ change }: ObservedChange): number => (change === 'nullability-changed' ? 1 : 0);
  return [...found.values()].sort((a, b) => weight(a) - weight(b)).slice(0, MOST);
}

/** Names that may stand in for one that is gone; the operation has not given them yet. */
function candidatesIn(names: Iterable<string>, present: Iterable<string>): readonly Candidate[] {
  const taken = new Set(present);
  return [...names].flatMap((name) => (taken.has(name) ? [] : [{ name, isNew: false, isAlike: false }]));
}

/** The enum values and the input fields that the text gives. */
function namesIn({ document }: Shape): { readonly values: Set<string>; readonly inputFields: Set<string> } {
  const values = new Set<string>();
  const inputFields = new Set<string>();
  visit(document, {
    EnumValue: ({ value }) => void values.add(value),
    ObjectField: ({ name }) => void inputFields.add(name.value),
  });
  return { values, inputFields };
}

/** Whether a variable of a type may stand for an argument, as the GraphQL specification has it. */
function mayStandFor({ type: own, hasDefault }: VariableShape, { type, isRequired }: LiveMember): boolean {
  // A default, of the variable or of the argument, stands in where the variable is not given.
  const asked = type.endsWith('!') && (hasDefault || !isRequired) ? type.slice(0, -1) : type;
  return isSubtype(own, asked);
}

function isSubtype(own: string, asked: string): boolean {
  if (asked.endsWith('!')) return own.endsWith('!') && isSubtype(own.slice(0, -1), asked.slice(0, -1));
  if (own.endsWith('!')) return isSubtype(own.slice(0, -1), asked);
  if (own.startsWith('[') && asked.startsWith('[')) return isSubtype(own.slice(1, -1), asked.slice(1, -1));
  return own === asked;
}
