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
 * How servers refuse a document (inferred: the document shows no errors), the special before the general. In a template, `{x}`
 * is a name, `{T}` a type with its wrappers, `'` any quote, `…` anything. Each line ends with its sources; "js" is graphql-js and
 * with it Apollo, Yoga, Mercurius, graphql-http and PostGraphile.
 */
const TEMPLATES: readonly (readonly [ObservedChangeCode, readonly (readonly [template: string, sources: string])[]])[] =
  [
    [
      'root-removed',
      [
        ['Schema is not configured to execute {kind} operation', 'js 16, 17; graphql-core 3'],
        [
          'Schema is not configured for (?<kind>quer|mutation)(?:ies|s)',
          'js 14, 15; graphql-core 2; graphql-go; graphql-ruby; async-graphql',
        ],
        ['Schema does not define the required {kind} root type', 'js 14, 15; webonyx'],
        ["The '?{kind}'? operation is not supported by the schema", 'js 17; graphql-java'],
        ["Schema does not support operation type '{kind}'", 'gqlgen'],
        ['no (?<kind>quer|mutation)(?:ies|s) (?:are offered by the schema|exist)', 'graph-gophers; Hasura'],
        ["Operation '{kind}' not supported", 'Absinthe'],
        ["This GraphQL schema does not support '{kind}' operations", 'Hot Chocolate'],
        ['operation type {kind} is not defined', 'WunderGraph'],
      ],
    ],
    [
      'field-removed',
      [
        [
          "Cannot query field '{field}' on type '{type}'",
          'js; graphql-core; gqlgen; graph-gophers; graphql-go; webonyx; Absinthe; WunderGraph',
        ],
        ["Field '{field}' doesn't exist on type '{type}'", 'graphql-ruby'],
        ["The field '{field}' does not exist on the type '{type}'", 'Hot Chocolate'],
        ["Field '{field}' in type '{type}' is undefined", 'graphql-java; AppSync'],
        ["Unknown field '{field}' on type '{type}'", 'async-graphql; juniper'],
        ["field '{field}' not found in type: '{type}'", 'Hasura'],
      ],
    ],
    [
      'argument-removed',
      [
        [
          "Unknown argument '{argument}' on field '{type}.{field}'",
          'js 15 to 17; graphql-core 3; gqlgen; graph-gophers; WunderGraph',
        ],
        [
          "Unknown argument '{argument}' on field '{field}' of type '{type}'",
          'js 14; graphql-core 2; graphql-go; webonyx; Absinthe; async-graphql; juniper',
        ],
        ["Field '{field}' doesn't accept argument '{argument}'", 'graphql-ruby'],
        ["Unknown field argument '?{argument}'?", 'graphql-java; AppSync'],
        ["The argument '{argument}' does not exist", 'Hot Chocolate'],
        ["'{field}' has no argument named '{argument}'", 'Hasura'],
      ],
    ],
    [
      'argument-required',
      [
        [
          "Field '{field}' argument '{argument}' of type '{T}' is required",
          'js to 16; graphql-core; gqlgen; graph-gophers; graphql-go; webonyx; async-graphql; juniper',
        ],
        ["Argument '{type}.{field}\\({argument}:\\)' of type '{T}' is required", 'js 17'],
        ["Field '{field}' is missing required arguments: {argument}", 'graphql-ruby'],
        ["Missing field argument '?{argument}'?", 'graphql-java; AppSync'],
        ["The argument '{argument}' is required", 'Hot Chocolate'],
        ["In argument '{argument}': Expected type '{T}', found null", 'Absinthe'],
        ['argument: {argument} is required on field: {field} but missing', 'WunderGraph'],
        ["missing required field '{argument}'", 'Hasura'],
      ],
    ],
    [
      'type-removed',
      [
        [
          "Unknown type '?{type}'?",
          'js; graphql-core; gqlgen; graph-gophers; graphql-go; graphql-java; webonyx; Absinthe; async-graphql; juniper; Hot Chocolate; WunderGraph',
        ],
        ["No such type {type}, so it can't be a fragment condition", 'graphql-ruby'],
        ["{type} isn't a defined input type", 'graphql-ruby'],
        ['(?:inline fragment on type|fragment: \\w+ on type): {type} disallowed', 'WunderGraph'],
      ],
    ],
    [
      'possible-type-removed',
      [
        [
          "Fragment (?:'\\w+' )?cannot be spread here as objects of type '{type}' can never be of type '{member}'",
          'js; graphql-core; gqlgen; graph-gophers; graphql-go; graphql-java; webonyx; async-graphql; juniper; WunderGraph',
        ],
        [
          'Fragment (?:\\w+ )?cannot be spread here as objects of type {type} can never be of type {member}',
          'graphql-core 2',
        ],
        ["Fragment(?: \\w+)? on {member} can't be spread inside {type}", 'graphql-ruby'],
        ['Fragment spread has no type overlap with parent', 'Absinthe'],
        ['The parent type does not match the type condition on the fragment', 'Hot Chocolate'],
      ],
    ],
    [
      'type-changed',
      [
        [
          "Variable '\\$?{variable}' of type '{T}' used in position expecting type '{T}'",
          'js; graphql-core; gqlgen; graph-gophers; graphql-go; graphql-java; webonyx; async-graphql; juniper; WunderGraph',
        ],
        [
          '(?:Type|Nullability|List dimension) mismatch on variable [$]{variable} and argument {argument} \\(',
          'graphql-ruby',
        ],
        ["The variable '{variable}' is not compatible with the type of the current location", 'Hot Chocolate'],
        ["variable '{variable}' is declared as '{T}', but used where '{T}' is expected", 'Hasura'],
        [
          "(?:In operation '\\w+', )?variable '\\$?{variable}' of type '{T}' found as input to argument of type '{T}'",
          'Absinthe',
        ],
        [
          "Field '{field}' (?:of type '?{T}'? )?must (?:not )?have a (?:sub)? ?selection",
          'js; graphql-core; gqlgen; graph-gophers; graphql-go; webonyx; Absinthe; async-graphql; juniper; WunderGraph',
        ],
        ["Selections can't be made on \\w+(?: \\w+)? \\(field '{field}' returns", 'graphql-ruby'],
        ["Field must have selections \\(field '{field}' returns", 'graphql-ruby'],
        ["Subselection (?:not allowed on leaf|required for) type '{T}' of field '{field}'", 'graphql-java; AppSync'],
        ["'{field}' returns (?:a scalar|an? enum|en enum) value. Selections", 'Hot Chocolate'],
        ["'{field}' is an object, interface or union type field", 'Hot Chocolate'],
        ['unexpected subselection set for non-object field', 'Hasura'],
        ["missing selection set for '{T}'", 'Hasura'],
        [
          "Fields '{field}' conflict because (?:they|subfields)",
          'js; graphql-core; gqlgen; graph-gophers; graphql-go; webonyx; juniper',
        ],
        ["Field '{field}' has a field conflict", 'graphql-ruby'],
        [
          "Fragment (?:'\\w+' )?cannot (?:condition on|condition) non composite type '{type}'",
          'js; graphql-core; gqlgen; graph-gophers; graphql-go; webonyx; async-graphql; juniper',
        ],
        ['Invalid fragment on type {type} \\(must be Union', 'graphql-ruby'],
        [
          "Variable '\\$?{variable}' cannot be (?:of )?non-input type '{T}'",
          'js; graphql-core; gqlgen; graph-gophers; graphql-go; webonyx; Absinthe; async-graphql; juniper',
        ],
        ["{type} isn't a valid input type \\(on [$]{variable}\\)", 'graphql-ruby'],
        ["Null value for non-null field argument '{argument}'", 'graphql-java'],
      ],
    ],
  ];

/** The same of what stands inside a value, so behind other words. */
const VALUES: typeof TEMPLATES = [
  [
    'input-field-required',
    [
      [
        "Field '?{type}.{field}'? of required type '?{T}'? was not provided",
        'js 14 to 16; graphql-core 3; gqlgen; graph-gophers; webonyx; WunderGraph',
      ],
      ["Field '{field}' of required type '{T}' was not provided", 'js 16; graphql-core 3; webonyx; WunderGraph'],
      ["Expected value of type '{type}' to include required field '{field}'", 'js 17'],
      ["Argument '{field}' on InputObject '{type}' is required", 'graphql-ruby'],
      ["field '{field}' of type '{T}' is required but not provided", 'async-graphql'],
      ["'{type}' is missing fields: '{field}'", 'juniper'],
      ["'{field}' is a required field and cannot be null", 'Hot Chocolate'],
      ["The required input field '{field}' is missing", 'Hot Chocolate'],
      ["is missing required fields '\\[{field}", 'graphql-java'],
      ["Field '{field}' has coerced Null value for NonNull type '{T}'", 'graphql-java'],
      ["In field '{field}': Expected (?:type )?'[\\w![\\]]+!', found null", 'graphql-core 2; graphql-go; Absinthe'],
      ['was provided invalid value for (?:[\\w.]+\\.)?{field} \\(Expected value to not be null\\)', 'graphql-ruby'],
      ['^must be defined$', 'gqlgen'],
    ],
  ],
  [
    'input-field-removed',
    [
      [
        "Field '{field}' is not defined by type '?{type}'?",
        'js; graphql-core 3; gqlgen; graph-gophers; webonyx; WunderGraph',
      ],
      ["Expected value of type '{type}' not to include unknown field '{field}'", 'js 17'],
      ["InputObject '{type}' doesn't accept argument '{field}'", 'graphql-ruby'],
      ['was provided invalid value for (?:[\\w.]+\\.)?{field} \\(Field is not defined on {type}\\)', 'graphql-ruby'],
      ["unknown field '{field}' of type '{type}'", 'async-graphql'],
      ["Field '{field}' does not exist on type '{type}'", 'juniper'],
      ["The specified input object field '{field}' does not exist", 'Hot Chocolate'],
      ["contains a field not in '{type}': '{field}'", 'graphql-java'],
      ["contains a field name '{field}' that is not defined for input object type '{type}'", 'graphql-java'],
      ['^unknown field$', 'gqlgen'],
      ["In field '{field}': Unknown field", 'graphql-core 2; graphql-go; Absinthe'],
    ],
  ],
  [
    'enum-value-removed',
    [
      [
        "Value '?{value}'? does not exist in '{type}' enum",
        'js; graphql-core 3; gqlgen; graph-gophers; webonyx; WunderGraph',
      ],
      ["enumeration type '{type}' does not contain the value '{value}'", 'async-graphql'],
      ["Invalid value '{value}' for enum '{type}'", 'juniper'],
      ["expected one of the values … for type '{type}', but found '{value}'", 'Hasura'],
      ["with value 'EnumValue\\{name='{value}'\\}' is not a valid '{type}'", 'graphql-java'],
      ["Invalid input for enum '{type}'. No value found for name '{value}'", 'graphql-java'],
      ["has an invalid value \\({value}\\). Expected type '{type}[!\\]]*'", 'graphql-ruby'],
      [
        "Expected (?:value of )?type '{type}!?', found '?{value}'?(?:[.;]|$)",
        'js to 15; graphql-core 2; graphql-go; webonyx; Absinthe',
      ],
      ['^{value} is not a valid {type}$', 'gqlgen'],
    ],
  ],
  [
    'type-changed',
    [
      [
        "argument '{argument}'(?: on Field '{field}')?,? (?:has (?:an )?invalid value|with value)",
        'js; graphql-core 2; graphql-go; graphql-ruby; graphql-java; Absinthe',
      ],
      ["Invalid value for argument '{argument}[.\\w]*'", 'async-graphql; juniper'],
      ["Expected value of (?:non-null )?type '{T}'", 'js; graphql-core 3; gqlgen; graph-gophers; webonyx; WunderGraph'],
      [
        "(?:Enum )?'?{T}'? cannot represent (?:a )?(?:non|value)",
        'js 14 to 17; graphql-core 3; gqlgen; graph-gophers; webonyx; WunderGraph',
      ],
      ['The specified argument value does not match the argument type', 'Hot Chocolate'],
      ["expected … for type '{T}', but found", 'Hasura'],
    ],
  ],
];

function wordingOf(change: ObservedChangeCode, template: string, anywhere: boolean): Wording {
  const pattern = template
    .replaceAll("'", anywhere ? '(?<![\\\\])["\'`]' : '["\'`]')
    .replaceAll('…', '[^]*')
    .replaceAll('}.{', '}\\.{')
    .replaceAll('{T}', '[\\w![\\] ]{1,100}')
    .replace(/\{(\w+)\}/g, '(?<$1>\\w{1,64})');
  return { change, anywhere, words: new RegExp(anywhere ? pattern : `^${pattern}`, anywhere ? 'gi' : 'i') };
}

/** Every wording, in the order in which they are tried. */
export const WORDINGS: readonly Wording[] = [
  ...TEMPLATES.flatMap(([change, all]) => all.map(([template]) => wordingOf(change, template, false))),
  ...VALUES.flatMap(([change, all]) => all.map(([template]) => wordingOf(change, template, true))),
];
