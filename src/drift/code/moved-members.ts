import type TS from 'typescript';
import type { TypeScript } from './find-typescript.ts';
import { type CodeMember, memberKey } from './operation-members.ts';

/**
 * How a member differs: its type does, or whether it is there in all variants of the object around it, or which variants an
 * object has; or it is gone.
 */
export type Move = 'type' | 'presence' | 'variants' | 'gone';

/** A member that differs between two generated files. */
export interface MovedMember extends CodeMember {
  readonly move: Move;
  /** Whether the object in it has another number of variants. */
  readonly hasOtherVariants: boolean;
}

/** A declared member: its type in each variant, without what is in the objects in it. */
interface Declared {
  readonly member: CodeMember;
  readonly types: string[];
  /** How many variants the object in this member has. */
  variants: number;
}

/** The members that differ between the generated files as they are and as they would be. */
export class MovedMembers {
  readonly #moved = new Map<string, MovedMember>();
  readonly #sides: readonly ReadonlyMap<string, Declared>[] = [];

  constructor(typescript: TypeScript, before: readonly TS.SourceFile[], after: readonly TS.SourceFile[]) {
    const [old, now] = [before, after].map((files) => declaredIn(typescript, files));
    if (old === undefined || now === undefined) return;
    for (const [key, { member }] of new Map([...old, ...now])) {
      const move = moveOf(old.get(key), now.get(key), parentOf(old, member), parentOf(now, member));
      const hasOtherVariants = old.get(key)?.variants !== now.get(key)?.variants;
      if (move !== undefined) this.#moved.set(key, { ...member, move, hasOtherVariants });
    }
    this.#sides = [old, now];
    this.#addReferences();
  }

  /** A member as it moved; undefined if it did not. */
  find(member: CodeMember): MovedMember | undefined {
    return this.#moved.get(memberKey(member));
  }

  /** What moved inside of a member. */
  within(member: CodeMember): readonly MovedMember[] {
    const start = member.path.length === 0 ? memberKey(member) : `${memberKey(member)}.`;
    return [...this.#moved].filter(([key]) => key.startsWith(start) && key !== memberKey(member)).map(([, it]) => it);
  }

  /**
   * Why a member moved, if the reason is not its own: the member around it decides which variants there are, and takes all
   * that is in it with it; a declared type is there as long as a member names it.
   */
  reasonsOf({ type, path, move }: MovedMember): readonly MovedMember[] {
    if (path.length === 0)
      return move === 'gone' ? [...this.#moved.values()].filter((it) => this.#names(it, new Set([type]))) : [];
    if (move === 'type' && path.at(-1) !== '__typename') return [];
    const parent = { type, path: path.slice(0, -1) };
    const found = this.find(parent);
    return [found?.move === 'gone' ? found : { ...parent, move: 'variants', hasOtherVariants: true }];
  }

  /** A member moves with the declared type that it names. */
  #addReferences(): void {
    for (let size = -1; size !== this.#moved.size; ) {
      size = this.#moved.size;
      const types = new Set([...this.#moved.values()].map(({ type }) => type));
      for (const side of this.#sides)
        for (const [key, { member }] of side)
          if (!this.#moved.has(key) && this.#names(member, types))
            this.#moved.set(key, { ...member, move: 'type', hasOtherVariants: false });
    }
  }

  /** Whether the type of a member names one of these declared types. */
  #names(member: CodeMember, types: ReadonlySet<string>): boolean {
    const texts = this.#sides.flatMap((side) => side.get(memberKey(member))?.types ?? []);
    return texts.some((text) => text.match(/[\w$]+/g)?.some((name) => name !== member.type && types.has(name)));
  }
}

function parentOf(side: ReadonlyMap<string, Declared>, { type, path }: CodeMember): Declared | undefined {
  return path.length === 0 ? undefined : side.get(memberKey({ type, path: path.slice(0, -1) }));
}

function moveOf(
  old: Declared | undefined,
  now: Declared | undefined,
  oldParent: Declared | undefined,
  nowParent: Declared | undefined,
): Move | undefined {
  const isInAll = (it: Declared | undefined, parent: Declared | undefined): boolean =>
    it !== undefined && (parent === undefined || it.types.length === parent.variants);
  if (now === undefined) return old === undefined ? undefined : 'gone';
  if (old === undefined || isInAll(old, oldParent) !== isInAll(now, nowParent)) return 'presence';
  const [before, after] = [old, now].map(({ types }) => [...new Set(types)].sort().join());
  return before === after && old.variants === now.variants ? undefined : 'type';
}

function declaredIn(typescript: TypeScript, files: readonly TS.SourceFile[]): ReadonlyMap<string, Declared> {
  const found = new Map<string, Declared>();
  const add = (member: CodeMember, node: TS.Node, file: TS.SourceFile): void => {
    const declared = found.get(memberKey(member)) ?? { member, types: [], variants: 0 };
    found.set(memberKey(member), declared);
    let text = '';
    let end = node.getStart(file);
    for (const object of objectsIn(typescript, node)) {
      text += `${file.text.slice(end, object.getStart(file))}{}`;
      end = object.end;
      declared.variants += 1;
      for (const property of object.members) {
        const name = property.name === undefined ? undefined : propertyName(typescript, property.name);
        if (name !== undefined) add({ type: member.type, path: [...member.path, name] }, property, file);
      }
    }
    declared.types.push(bare(text + file.text.slice(end, node.end)));
  };
  for (const file of files)
    for (const node of file.statements)
      if (
        typescript.isTypeAliasDeclaration(node) ||
        typescript.isInterfaceDeclaration(node) ||
        typescript.isEnumDeclaration(node)
      )
        add({ type: node.name.text, path: [] }, node, file);
  return found;
}

/** The outermost object types in a declaration. */
function objectsIn(typescript: TypeScript, node: TS.Node): readonly (TS.TypeLiteralNode | TS.InterfaceDeclaration)[] {
  if (typescript.isTypeLiteralNode(node) || typescript.isInterfaceDeclaration(node)) return [node];
  const found: (TS.TypeLiteralNode | TS.InterfaceDeclaration)[] = [];
  typescript.forEachChild(node, (child) => void found.push(...objectsIn(typescript, child)));
  return found;
}

/** The name of a property, if it is written as one. */
export function propertyName(typescript: TypeScript, name: TS.PropertyName): string | undefined {
  return typescript.isIdentifier(name) || typescript.isStringLiteral(name) ? name.text : undefined;
}

/** A declaration without comments, layout, and what parts it from the next one. */
function bare(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|\s+/g, '').replace(/[,;]$/, '');
}
