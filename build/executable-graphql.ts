import { Kind, TokenKind } from 'graphql';
import type { Rolldown } from 'tsdown';

const kept = new Set(['Definition', 'OperationDefinition', 'FragmentDefinition', 'VariableDefinition']);

function isTypeSystem(name: string): boolean {
  return (
    /(?:Definition|Extension|Coordinate|Defs?|Interfaces|MemberTypes|ValueName|Locations?)$/.test(name) &&
    !kept.has(name)
  );
}

/** An ESTree node, as much as is read of it here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const named = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '');

const isTypeSystemParser = (name: string): boolean => name.startsWith('parse') && isTypeSystem(name.slice(5));

function isDropped(node: Node): boolean {
  if (node.type === 'MethodDefinition') return isTypeSystemParser(named(node['key']));
  // The printer's functions and the visitor's keys, by kind of node.
  if (node.type === 'Property') return isTypeSystem(named(node['key']));
  if (node.type !== 'SwitchCase') return false;
  // `case 'schema': return this.parseSchemaDefinition();`
  const returned = /^[^:]*:\s*return this\.(\w+)\(\);$/s.exec(String(node['text']));
  return isTypeSystemParser(returned?.[1] ?? '');
}

function droppedRanges(value: unknown, code: string): [start: number, end: number][] {
  if (Array.isArray(value)) return value.flatMap((item) => droppedRanges(item, code));
  if (!isNode(value)) return [];
  const { start, end } = value;
  if (isDropped({ ...value, text: code.slice(start, end) })) return [[start, code[end] === ',' ? end + 1 : end]];
  return droppedRanges(Object.values(value), code);
}

/** What graphql says of a fault in a text or of a foreign object is never shown here, so its machinery for saying it stays out. */
const replaced: Readonly<Record<string, string>> = {
  'error/syntaxError.mjs':
    'export const syntaxError = (source, position, description) => new SyntaxError(description);',
  'jsutils/inspect.mjs': 'export const inspect = String;',
  'jsutils/instanceOf.mjs': 'export const instanceOf = (value, constructor) => value instanceof constructor;',
};

/**
 * Leaves of graphql's parser and printer what operations need. The half that is about type definitions can't be tree-
 * shaken, being methods of one class; what is left of the parser refuses a type definition as a syntax error.
 */
export function executableGraphql(): Rolldown.Plugin {
  return {
    name: 'executable-graphql',
    transform: {
      filter: { id: /node_modules[\\/]graphql(?:-request)?[\\/]/ },
      handler(code, id) {
        const replacement = replaced[id.split(/[\\/]/).slice(-2).join('/')];
        if (replacement !== undefined) return { code: replacement, map: null };
        let rest = code;
        if (/(?:parser|printer|ast)\.mjs$/.test(id)) {
          for (const [start, end] of droppedRanges(this.parse(code).body, code).reverse()) {
            rest = rest.slice(0, start) + rest.slice(end);
          }
        }
        // An object's properties are neither inlined nor dropped by any minifier; these two hold constants.
        rest = rest.replace(/\b(Token)?Kind\.([A-Z_]+)\b/g, (whole, token: string | undefined, name: string) => {
          const constant = Object.entries(token ? TokenKind : Kind).find(([key]) => key === name)?.[1];
          return constant === undefined ? whole : JSON.stringify(constant);
        });
        return { code: rest, map: null };
      },
    },
  };
}
