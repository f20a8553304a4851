import type { GraphQLFormattedError, ObservedChange, ObservedChangeCode } from '../../index.ts';
import { type Shape, selectionsIn } from './read-shape.ts';

/** The change that an error of a refusal names, and a name that the server proposes in place of the old one. */
export interface NamedChange extends ObservedChange {
  readonly hint?: string;
}

type Groups = Readonly<Record<string, string | undefined>>;

interface Wording {
  readonly words: RegExp;
  readonly change: ObservedChangeCode;
  readonly coordinate: (groups: Groups, ownerOf: (field: string) => string) => string;
}

const N = (name: string): string => `["'](?<${name}>\\w{1,64})["']`;
const wording = (
  words: string,
  change: ObservedChangeCode,
  coordinate: Wording['coordinate'] = ({ type, field }) => `${type}.${field}`,
): Wording => ({ words: new RegExp(words), change, coordinate });

/** How servers refuse a document (inferred: the document shows no errors): graphql-js and its kin, graphql-ruby, Hasura. */
const wordings: readonly Wording[] = [
  wording(`Cannot query field ${N('field')} on type ${N('type')}`, 'field-removed'),
  wording(`Field ${N('field')} doesn't exist on type ${N('type')}`, 'field-removed'),
  wording(`[Ff]ield ${N('field')} not found in type: ${N('type')}`, 'field-removed'),
  wording(
    `Unknown argument ${N('argument')} on field ["'](?<owner>\\w{1,64})\\.(?<field>\\w{1,64})["']`,
    'argument-removed',
    ({ owner, field, argument }) => `${owner}.${field}(${argument}:)`,
  ),
  wording(
    `Field ${N('field')} doesn't accept argument ${N('argument')}`,
    'argument-removed',
    ({ field = '', argument }, ownerOf) => `${ownerOf(field)}.${field}(${argument}:)`,
  ),
  wording(
    `[Ff]ield ${N('field')} argument ${N('argument')} of type ["'][^"']+["'] is required`,
    'argument-required',
    ({ field = '', argument }, ownerOf) => `${ownerOf(field)}.${field}(${argument}:)`,
  ),
  wording(`Field ["'](?<type>\\w{1,64})\\.(?<field>\\w{1,64})["'] of required type`, 'input-field-required'),
  wording(`Field ${N('field')} is not defined by type ${N('type')}`, 'input-field-removed'),
  wording(
    `Value ["']?(?<field>\\w{1,64})["']? does not exist in ["'](?<type>\\w{1,64})["'] enum`,
    'enum-value-removed',
  ),
  wording(`Unknown type ${N('type')}`, 'type-removed', ({ type }) => type ?? ''),
  wording(
    `Field ${N('field')} (?:of type ["'][^"']+["'] )?must (?:not )?have a (?:sub)?selection`,
    'type-changed',
    ({ field = '' }, ownerOf) => `${ownerOf(field)}.${field}`,
  ),
  wording(
    'not configured to execute (?<type>query|mutation)|does not define (?:the required )?(?<root>query|mutation)',
    'root-removed',
    ({ type, root }) => type ?? root ?? '',
  ),
];

const SENTENCES: Readonly<Record<ObservedChangeCode, string>> = {
  'field-removed': 'does not exist',
  'argument-removed': 'does not exist',
  'argument-required': 'is required, and the operation does not give it',
  'input-field-removed': 'does not exist',
  'input-field-required': 'is required, and the operation does not give it',
  'enum-value-removed': 'does not exist',
  'enum-value-added': 'is new',
  'type-removed': 'does not exist',
  'type-changed': 'has another type',
  'nullability-changed': 'may be null',
  'root-removed': 'is a kind of operation that the schema no longer has',
  'invalid-document': 'is where the service found the operation invalid',
};

/** A value of a variable is the caller's affair. */
const OWN_VALUE = /^Variable ["']?\$/;

/**
 * What the errors of a refusal name, without the live schema. Only names go on: the server's words may repeat variables.
 *
 * @param fieldAt - The name at a place of the operation's text.
 */
export function readRefusal(
  errors: readonly GraphQLFormattedError[],
  shape: Shape | undefined,
  fieldAt: (place: { readonly line: number; readonly column: number }) => string | undefined,
): readonly NamedChange[] {
  const owners = shape ? ownersIn(shape) : new Map<string, string>();
  const ownerOf = (field: string): string => owners.get(field) ?? '?';
  const found = new Map<string, NamedChange>();
  for (const { message, locations } of errors) {
    const [place] = locations ?? [];
    const named = place && fieldAt(place);
    const known = matched(message, ownerOf);
    if (known === undefined && OWN_VALUE.test(message)) continue;
    const change = known ?? {
      change: 'invalid-document' as const,
      coordinate: named === undefined ? (shape?.root.on.name ?? '?') : `${ownerOf(named)}.${named}`,
    };
    const text = `${change.coordinate} ${SENTENCES[change.change]}.`;
    found.set(`${change.coordinate} ${change.change}`, { ...change, message: text });
  }
  return [...found.values()];
}

function matched(
  message: string,
  ownerOf: (field: string) => string,
): Pick<NamedChange, 'change' | 'coordinate' | 'hint'> | undefined {
  for (const { words, change, coordinate } of wordings) {
    const groups = words.exec(message)?.groups;
    if (!groups) continue;
    const hint = /Did you mean (?:the enum value )?["'](\w{1,64})["']\?/.exec(message)?.[1];
    return { change, coordinate: coordinate(groups, ownerOf), ...(hint !== undefined && { hint }) };
  }
  return undefined;
}

/** The type that a field is selected on, where that is one type only. */
function ownersIn(shape: Shape): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { fields } of selectionsIn(shape))
    for (const { name, owner } of fields) owners.set(name, (owners.get(name) ?? owner) === owner ? owner : '?');
  return owners;
}
