import type { GraphQLSchema } from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { placeText } from '../../graphql/place.ts';
import type { Drift, SchemaChange } from '../model/drift.ts';
import type { ChangeCode, Finding } from '../model/finding.ts';
import { type CodeFault, type Names, namesIn } from './code-fault.ts';
import type { MovedMember } from './moved-members.ts';
import { type CodeMember, type MemberOrigin, memberKey, operationMembers } from './operation-members.ts';
import type { Touched } from './touched-members.ts';

/** What is known about the code around a fault. */
export interface Surroundings {
  /** The text of its file. */
  readonly text: string;
  /** The members of generated types that differ and are read or written there, from the inside out. */
  readonly touched: Iterable<Touched>;
}

/** What explains a fault: findings, or else a change of the schema that is in no finding. */
export interface Explained {
  readonly findings: readonly Finding[];
  readonly change?: SchemaChange;
}

/** Finds the changes of the schema that explain what no longer compiles. */
export class FaultExplainer {
  readonly #findings: readonly Finding[];
  readonly #changes: readonly SchemaChange[];
  readonly #operations: readonly string[];
  readonly #members: ReadonlyMap<string, MemberOrigin>;
  readonly #isCurrent: boolean;

  /**
   * @param of - The schema that the operations were written for, if it is known, and whether the generated code was made from
   * it: where it was not, anything else may be the reason.
   */
  constructor(
    { findings, otherChanges }: Drift,
    operations: readonly ExecutableOperation[],
    { schema, isCurrent }: { readonly schema: GraphQLSchema | undefined; readonly isCurrent: boolean },
  ) {
    this.#isCurrent = isCurrent;
    // Only these change what is generated.
    this.#findings = findings.filter(
      ({ kind, change }) => change !== 'invalid-document' && (kind === 'broken' || kind === 'types'),
    );
    this.#changes = otherChanges;
    this.#operations = operations.map(({ name }) => name);
    this.#members = operationMembers(operations, schema);
  }

  /**
   * The changes behind the members that the code touches, the innermost first; else those that TypeScript's message names;
   * else the only finding that reaches an operation that the file uses. None rather than a guess.
   */
  explain({ message }: CodeFault, { text, touched }: Surroundings): Explained {
    // Where nothing else changed, nothing else can be the reason.
    if (this.#isCurrent && this.#findings.length === 1 && this.#changes.length === 0)
      return { findings: this.#findings };
    const [precise, quoted] = namesIn(message);
    // Each further one costs another look at the code.
    for (const { members, isInside } of touched) {
      const explained = this.#behind(meantOf(members, [precise, quoted], isInside));
      if (explained !== undefined) return this.#seriousOf(explained, precise);
    }
    const used = this.#operations.filter((name) => text.includes(name));
    const reaching = this.#findings.filter((it) => used.length === 0 || reaches(it, used));
    // An operation that is left out has none of its types.
    const missing = this.#operations.filter((name) => [...precise].some((it) => it.startsWith(name)));
    return (
      this.#named(reaching, precise) ??
      // A type is quoted with all of its members.
      (this.#isCurrent ? this.#named(reaching, quoted) : undefined) ??
      some(this.#findings.filter((it) => it.kind === 'broken' && reaches(it, missing))) ?? {
        findings: this.#isCurrent && reaching.length === 1 && precise.size === 0 ? reaching : [],
      }
    );
  }

  /** An improvement is not the reason where the message names what a more serious finding is about. */
  #seriousOf(explained: Explained, names: ReadonlySet<string>): Explained {
    if (explained.findings.some(({ direction }) => direction !== 'safe')) return explained;
    const serious = this.#named(
      this.#findings.filter(({ direction }) => direction !== 'safe'),
      names,
    );
    return serious !== undefined && serious.findings.length > 0 ? serious : explained;
  }

  /** What changed behind members: findings, else those about what was in a member that is gone, else the only change that is in no finding. */
  #behind(members: readonly MovedMember[]): Explained | undefined {
    const found = this.#findings.filter((finding) => members.some((member) => this.#isOf(finding, member)));
    const explained =
      some(found) ?? some(this.#findings.filter((finding) => members.some((member) => this.#wasIn(finding, member))));
    if (explained !== undefined) return explained;
    const [change, another] = this.#changes.filter(({ coordinate }) =>
      members.some((it) => isElement(coordinate, it) || this.#originOf(it)?.elements.has(coordinate)),
    );
    return change && another === undefined ? { findings: [], change } : undefined;
  }

  /** Whether a finding is about a member. */
  #isOf({ change, coordinate, places }: Finding, member: MovedMember): boolean {
    if (isElement(coordinate, member)) return true;
    const { move, hasOtherVariants } = member;
    const isOfVariants = ofVariants.has(change);
    if (move === 'variants' && !isOfVariants) return false;
    const own = this.#originOf(member);
    if (own?.elements.has(coordinate)) return true;
    return [
      ...(own?.places ?? []),
      ...(own !== undefined && move !== 'type' ? own.around : []),
      // The fragments in an object decide which variants it has.
      ...(isOfVariants && hasOtherVariants && move !== 'gone'
        ? this.#inside(member).flatMap(({ around }) => [...around])
        : []),
    ].some((place) => places.some((it) => placeText(it) === place));
  }

  /** Whether a finding is about what was in a member of which nothing is left. */
  #wasIn({ kind, places }: Finding, member: MovedMember): boolean {
    if (member.move !== 'gone' || kind !== 'broken') return false;
    const texts = places.map(placeText);
    return this.#inside(member).some(({ places: its, around }) => texts.some((it) => its.has(it) || around.has(it)));
  }

  /** What the members inside of one come from. */
  #inside(member: CodeMember): readonly MemberOrigin[] {
    const start = `${memberKey(member)}.`;
    return [...this.#members].filter(([key]) => key.startsWith(start)).map(([, origin]) => origin);
  }

  #originOf(member: CodeMember): MemberOrigin | undefined {
    return this.#members.get(memberKey(member));
  }

  /** The findings whose element has one of these names; else the only change that has. */
  #named(findings: readonly Finding[], names: ReadonlySet<string>): Explained | undefined {
    const found = findings.filter((finding) => names.has(nameOf(finding)) || this.#hasResponseKey(finding, names));
    const [change, another] = this.#changes.filter((it) => names.has(nameOf(it)));
    return some(found) ?? (change && another === undefined ? { findings: [], change } : undefined);
  }

  /** An alias has another name than its field. */
  #hasResponseKey({ places }: Finding, names: ReadonlySet<string>): boolean {
    const texts = places.map(placeText);
    return [...this.#members].some(
      ([key, origin]) => names.has(key.slice(key.lastIndexOf('.') + 1)) && texts.some((it) => origin.places.has(it)),
    );
  }
}

/** What decides which variants an object has. */
const ofVariants: ReadonlySet<ChangeCode> = new Set([
  'possible-type-added',
  'possible-type-removed',
  'fragment-match-changed',
  'type-removed',
  'type-changed',
]);

/** Whether an element of the schema is what a member is named after: a named type, its field, or a value of an enum. */
function isElement(coordinate: string, { type, path }: CodeMember): boolean {
  if (path.length === 0) return coordinate === type || coordinate.startsWith(`${type}.`);
  return coordinate === type || coordinate === `${type}.${path.join('.')}`;
}

/** Of several members those that the message names. What is inside of others counts only if it is named or alone. */
function meantOf(members: readonly MovedMember[], names: Names, isInside: boolean): readonly MovedMember[] {
  for (const some of names) {
    const meant = members.filter(({ path }) => some.has(path.at(-1) ?? ''));
    if (meant.length > 0) return meant;
  }
  return isInside && members.length > 1 ? [] : members;
}

function some(findings: readonly Finding[]): Explained | undefined {
  return findings.length === 0 ? undefined : { findings };
}

function reaches({ places }: Finding, names: readonly string[]): boolean {
  return places.some(({ operations }) => operations.some((name) => names.includes(name)));
}

/** The last name of a coordinate: `name` of `Device.name`, `id` of `Query.device(id:)`. */
function nameOf({ coordinate }: Pick<SchemaChange, 'coordinate'>): string {
  return /(\w+)(?::\))?$/.exec(coordinate)?.[1] ?? coordinate;
}
