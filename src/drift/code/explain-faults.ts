import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { placeText } from '../../graphql/place.ts';
import type { Drift, SchemaChange } from '../model/drift.ts';
import type { Finding } from '../model/finding.ts';
import type { CodeFault } from './code-fault.ts';
import { type CodeMember, memberKey, operationMembers } from './operation-members.ts';

/** What is known about the code around a fault. */
export interface Surroundings {
  /** The text of its file. */
  readonly text: string;
  /** The members of generated types that are read or written there, from the inside out. */
  readonly touched: Iterable<readonly CodeMember[]>;
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
  readonly #members: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ findings, otherChanges }: Drift, operations: readonly ExecutableOperation[]) {
    // Only these change what is generated.
    this.#findings = findings.filter(
      ({ kind, change }) => change !== 'invalid-document' && (kind === 'broken' || kind === 'types'),
    );
    this.#changes = otherChanges;
    this.#operations = operations.map(({ name }) => name);
    this.#members = operationMembers(operations);
  }

  /**
   * The changes of the members that the code touches, the innermost first; else those that TypeScript's message names; else
   * the only finding that reaches an operation that the file uses. None rather than a guess.
   */
  explain({ message }: CodeFault, { text, touched }: Surroundings): Explained {
    // Where nothing else changed, nothing else can be the reason.
    if (this.#findings.length === 1 && this.#changes.length === 0) return { findings: this.#findings };
    const [precise, quoted] = namesIn(message);
    const used = this.#operations.filter((name) => text.includes(name));
    const reaching = this.#findings.filter((it) => used.length === 0 || reaches(it, used));
    // Each further one costs another look at the code.
    const sets = touched[Symbol.iterator]();
    const innermost = firstWith(sets, (members) => members.length > 0) ?? [];
    const within = this.#findings.filter((finding) => innermost.some((member) => this.#isWithin(finding, member)));
    const last = innermost.flatMap(({ path }) => path.slice(-1));
    const meant = new Set(precise.size === 0 ? last : last.filter((name) => precise.has(name)));
    // An operation that is left out has none of its types.
    const missing = this.#operations.filter((name) => [...precise].some((it) => it.startsWith(name)));
    return (
      this.#exact(innermost) ??
      this.#named(within, precise, []) ??
      this.#named(this.#findings, meant) ??
      this.#named(reaching, precise) ??
      this.#exact(firstWith(sets, (members) => this.#exact(members) !== undefined) ?? []) ??
      some(within) ??
      this.#named(reaching, quoted) ??
      some(this.#findings.filter((it) => it.kind === 'broken' && reaches(it, missing))) ?? {
        findings: reaching.length === 1 && precise.size === 0 ? reaching : [],
      }
    );
  }

  #exact(members: readonly CodeMember[]): Explained | undefined {
    return some(this.#findings.filter((finding) => members.some((member) => this.#isOf(finding, member))));
  }

  /** Whether a finding is about a member itself. */
  #isOf({ coordinate, places }: Finding, member: CodeMember): boolean {
    const { type, path } = member;
    if (coordinate === type || coordinate === `${type}.${path.join('.')}`) return true;
    // A value of an enum: what is declared is the enum.
    if (path.length === 0) return coordinate.startsWith(`${type}.`);
    const from = this.#members.get(memberKey(member));
    return from !== undefined && places.some((place) => from.has(placeText(place)));
  }

  /** Whether a finding is about a part of a member. */
  #isWithin({ places }: Finding, member: CodeMember): boolean {
    const start = member.path.length === 0 ? memberKey(member) : `${memberKey(member)}.`;
    const texts = new Set(places.map(placeText));
    return [...this.#members].some(([key, from]) => key.startsWith(start) && [...from].some((it) => texts.has(it)));
  }

  /** The findings whose element has one of these names; else the change that has. */
  #named(
    findings: readonly Finding[],
    names: ReadonlySet<string>,
    changes: readonly SchemaChange[] = this.#changes,
  ): Explained | undefined {
    const found = findings.filter((finding) => names.has(nameOf(finding)) || this.#hasResponseKey(finding, names));
    const change = changes.find((it) => names.has(nameOf(it)));
    return some(found) ?? (change && { findings: [], change });
  }

  /** An alias has another name than its field. */
  #hasResponseKey({ places }: Finding, names: ReadonlySet<string>): boolean {
    const texts = new Set(places.map(placeText));
    return [...this.#members].some(
      ([key, from]) => names.has(key.slice(key.lastIndexOf('.') + 1)) && [...from].some((it) => texts.has(it)),
    );
  }
}

function firstWith(
  sets: Iterator<readonly CodeMember[]>,
  isWanted: (members: readonly CodeMember[]) => boolean,
): readonly CodeMember[] | undefined {
  for (let { done, value } = sets.next(); !done; { done, value } = sets.next()) if (isWanted(value)) return value;
  return undefined;
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

type Names = readonly [precise: ReadonlySet<string>, others: ReadonlySet<string>];

/** Quoted in messages, and no names of elements. */
const words = new Set(['any', 'boolean', 'never', 'null', 'number', 'string', 'undefined', 'unknown']);

/** The names in a message: `serial` of 'device.serial', then all words that it quotes or lists at the end. */
function namesIn(message: string): Names {
  const precise = [...message.matchAll(/'(?:[\w$?]+\.)*"?([\w$]+)"?'/g)].map(([, name = '']) => name);
  const quoted = [...message.matchAll(/'[^']*'|(?<=': ).*$/gm)].flatMap(([text]) => text.match(/[\w$]+/g) ?? []);
  const known = (names: readonly string[]) => new Set(names.filter((name) => !words.has(name)));
  return [known(precise), known(quoted)];
}
