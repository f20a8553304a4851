import type { ObservedChangeCode } from '../../index.ts';

/** A wording of refusals. */
export interface Wording {
  readonly change: ObservedChangeCode;
  /** Its groups: `type`, `field`, `argument`, `value`, `variable`, `member` (an object that is no longer part of `type`), `kind`. */
  readonly words: RegExp;
  /** Whether it is looked for behind other words, which may quote a value. */
  readonly anywhere: boolean;
}

/**
 * How servers begin an error that refuses a document (inferred: the document shows no errors), the special before the general. In
 * a template, `{x}` is a name, quoted or not, `{T}` a type with its wrappers, `'` a quote, `…` anything. The tests have the
 * refusals of each server, with the place in its source.
 */
const BEGINNINGS: readonly (readonly [ObservedChangeCode, ...(readonly string[])])[] = [
  [
    'root-removed',
    '(?:This GraphQL )?Schema (?:is not configured|does not (?:define|support)) (?:to execute |for |the required |operation type )?\\W?(?<kind>quer|mutation)',
    'The {kind} operation is not supported by the schema',
    'Operation {kind} not supported',
    'operation type {kind} is not defined',
    'no (?<kind>quer|mutation)(?:ies|s) (?:are offered by the schema|exist)',
  ],
  [
    'field-removed',
    '(?:Cannot query|Unknown) field {field} on type {type}',
    "(?:The )?field {field} (?:doesn't|does not) exist on (?:the )?type {type}",
    'Field {field} in type {type} is undefined',
    'field {field} not found in type: {type}',
  ],
  [
    'argument-removed',
    'Unknown argument {argument} on field {type}.{field}',
    'Unknown argument {argument} on field {field} of type {type}',
    "Field {field} doesn't accept argument {argument}",
    'Unknown field argument {argument}',
    'The argument {argument} does not exist',
    '{field} has no argument named {argument}',
  ],
  [
    'argument-required',
    'Field {field} argument {argument} of type {T} is required',
    'Argument {type}.{field}\\({argument}:\\)\\W+of type {T} is required',
    'Field {field} is missing required arguments: {argument}',
    'Missing field argument {argument}',
    "The argument '{argument}' is required",
    'argument: {argument} is required on field: {field} but missing',
    'In argument {argument}: Expected type {T}, found null',
    "missing required field '{argument}'",
  ],
  [
    'type-removed',
    'Unknown type {type}',
    "No such type {type}, so it can't be a fragment condition",
    "{type} isn't a defined input type",
    '(?:inline fragment on type|fragment: \\w+ on type): {type} disallowed',
  ],
  [
    'possible-type-removed',
    'Fragment (?:\\S+ )?cannot be spread here as objects of type {type} can never be of type {member}',
    "Fragment(?: \\w+)? on {member} can't be spread inside {type}",
    'Fragment spread has no type overlap with parent',
    'The parent type does not match the type condition on the fragment',
  ],
  [
    'type-changed',
    '(?:In operation \\S+, )?variable {variable} (?:of type|is declared as) {T},? (?:used in position expecting type|found as input to argument of type|but used where) {T}',
    '(?:Type|Nullability|List dimension) mismatch on variable {variable} and argument {argument} \\(',
    'The variable {variable} is not compatible with the type of the current location',
    'Field {field} (?:of type {T} )?must (?:not )?have a (?:sub)? ?selection',
    "Selections can't be made on \\w+(?: \\w+)? \\(field {field} returns",
    'Field must have selections \\(field {field} returns',
    'Subselection (?:not allowed on leaf|required for) type {T} of field {field}',
    '{field} returns (?:a scalar|an? enum|en enum) value. Selections',
    '{field} is an object, interface or union type field',
    'unexpected subselection set for non-object field',
    'missing selection set for {T}',
    'Fields {field} conflict because (?:they|subfields)',
    'Field {field} has a field conflict',
    'Fragment (?:\\S+ )?cannot (?:condition on|condition) non composite type {type}',
    'Invalid fragment on type {type} \\(must be Union',
    'Variable {variable} cannot be (?:of )?non-input type {T}',
    "{type} isn't a valid input type \\(on {variable}\\)",
    'Null value for non-null field argument {argument}',
  ],
];

/** The same of what stands inside a value, so behind other words, which may quote it: here every quote is written. */
const INSIDE: typeof BEGINNINGS = [
  [
    'input-field-required',
    "Field '?{type}.{field}'? of required type '?{T}'? was not provided",
    "Field '{field}' of required type '{T}' was not provided",
    "Expected value of type '{type}' to include required field '{field}'",
    "Argument '{field}' on InputObject '{type}' is required",
    "field '{field}' of type '{T}' is required but not provided",
    "'{type}' is missing fields: '{field}'",
    "'{field}' is a required field and cannot be null",
    "The required input field '{field}' is missing",
    "is missing required fields '\\[{field}",
    "Field '{field}' has coerced Null value for NonNull type '{T}'",
    "In field '{field}': Expected (?:type )?'[\\w![\\]]+!', found null",
    'was provided invalid value for (?:[\\w.]+\\.)?{field} \\(Expected value to not be null\\)',
    '^must be defined$',
  ],
  [
    'input-field-removed',
    "Field '{field}' is not defined by type '?{type}'?",
    "Expected value of type '{type}' not to include unknown field '{field}'",
    "InputObject '{type}' doesn't accept argument '{field}'",
    'was provided invalid value for (?:[\\w.]+\\.)?{field} \\(Field is not defined on {type}\\)',
    "unknown field '{field}' of type '{type}'",
    "Field '{field}' does not exist on type '{type}'",
    "The specified input object field '{field}' does not exist",
    "contains a field not in '{type}': '{field}'",
    "contains a field name '{field}' that is not defined for input object type '{type}'",
    '^unknown field$',
    "In field '{field}': Unknown field",
  ],
  [
    'enum-value-removed',
    "Value '?{value}'? does not exist in '{type}' enum",
    "enumeration type '{type}' does not contain the value '{value}'",
    "Invalid value '{value}' for enum '{type}'",
    "expected one of the values … for type '{type}', but found '{value}'",
    "with value 'EnumValue\\{name='{value}'\\}' is not a valid '{type}'",
    "Invalid input for enum '{type}'. No value found for name '{value}'",
    "has an invalid value \\({value}\\). Expected type '{type}[!\\]]*'",
    "Expected (?:value of )?type '{type}!?', found '?{value}'?(?:[.;]|$)",
    '^{value} is not a valid {type}$',
  ],
  [
    'type-changed',
    "argument '{argument}'(?: on Field '{field}')?,? (?:has (?:an )?invalid value|with value)",
    "Invalid value for argument '{argument}[.\\w]*'",
    "Expected value of (?:non-null )?type '{T}'",
    "(?:Enum )?'?{T}'? cannot represent (?:a )?(?:non|value)",
    'The specified argument value does not match the argument type',
    "expected … for type '{T}', but found",
  ],
];

function wordingOf(change: ObservedChangeCode, template: string, anywhere: boolean): Wording {
  const quote = anywhere ? '' : '["\'`$]*';
  const pattern = template
    .replaceAll("'", '(?<!\\\\)["\'`]')
    .replaceAll('…', '[^]*')
    .replaceAll('}.{', '}\\.{')
    .replaceAll('{T}', `${quote}[\\w![\\] ]{1,100}${quote}`)
    .replace(/\{(\w+)\}/g, `${quote}(?<$1>\\w{1,64})${quote}`);
  return { change, anywhere, words: new RegExp(anywhere ? pattern : `^${pattern}`, anywhere ? 'gi' : 'i') };
}

/** Every wording, in the order in which they are tried. */
export const WORDINGS: readonly Wording[] = [
  ...BEGINNINGS.flatMap(([change, ...all]) => all.map((template) => wordingOf(change, template, false))),
  ...INSIDE.flatMap(([change, ...all]) => all.map((template) => wordingOf(change, template, true))),
];
