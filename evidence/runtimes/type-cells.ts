/** The values of `types` in tsconfig.json, and their packages in evidence/peers. */
export const platforms: Readonly<Record<string, { readonly name: string; readonly folder: string } | undefined>> = {
  'no types': undefined,
  '@types/node 18': { name: 'node', folder: 'types-node18' },
  '@types/node 20': { name: 'node', folder: 'types-node20' },
  '@types/node 22': { name: 'node', folder: 'types-node22' },
  '@types/node 24': { name: 'node', folder: 'types-node24' },
  '@cloudflare/workers-types 4': { name: '@cloudflare/workers-types', folder: '@cloudflare/workers-types' },
};

export const resolutions = ['node16', 'nodenext', 'bundler', 'node10'] as const;

/** One set-up. */
export interface Cell {
  readonly compiler: string;
  readonly types: string;
  readonly dom: boolean;
  readonly resolution: (typeof resolutions)[number];
}

/** Whether a set-up exists: the types of Workers replace those of the DOM, and TypeScript 7 has no `node10`. */
const exists = ({ compiler, types, dom, resolution }: Cell): boolean =>
  !(dom && types.startsWith('@cloudflare')) && !(compiler === 'typescript7' && resolution === 'node10');

/** Whether CommonJS loads no ES modules. From TypeScript 5.8 on, `nodenext` lets it, as Node does. */
export const lacksModules = ({ compiler, resolution }: Cell): boolean =>
  resolution === 'node16' || (resolution === 'nodenext' && /5[4-7]$/.test(compiler));

/** Every set-up with these compilers. */
export function allCells(compilers: readonly string[]): readonly Cell[] {
  return compilers
    .flatMap((compiler) =>
      Object.keys(platforms).flatMap((types) =>
        [false, true].flatMap((dom) => resolutions.map((resolution) => ({ compiler, types, dom, resolution }))),
      ),
    )
    .filter(exists);
}
