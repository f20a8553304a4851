import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shownPath } from '../../graphql/files/shown-path.ts';
import { ConfigurationError } from '../../index.ts';
import { isComponent, isTypeScript } from '../model/code-check.ts';
import type { CodeFault, Compiled } from './code-fault.ts';
import { filesUsing } from './files-using.ts';
import { findTsconfig } from './read-tsconfig.ts';

/** A workspace whose projects are compiled. */
export interface WorkspaceInput {
  /** The project to begin with. */
  readonly tsconfig: string;
  readonly root: string;
  readonly generated: readonly string[];
  readonly cwd: string;
  readonly compile: (tsconfig: string) => Promise<Compiled>;
  /** Compiles one project with its components, by the ending of their files; undefined where no program does. */
  readonly componentCompilers: Readonly<Record<string, (tsconfig: string) => Promise<Compiled | undefined>>>;
}

/** The result of compiling the projects of a workspace. */
export interface CompiledWorkspace extends Pick<Compiled, 'faults' | 'faultsWith'> {
  readonly tsconfigs: readonly string[];
  /** The files that use generated code and are in no project. */
  readonly uncompiled: readonly string[];
}

/**
 * Compiles a project, those that it refers to, and those of the files that use generated code and are left then.
 *
 * @throws {ConfigurationError} if the project cannot be read, or no generated file is in it or in those that it refers to.
 */
export async function compileWorkspace(input: WorkspaceInput): Promise<CompiledWorkspace> {
  const { tsconfig, root, generated, cwd } = input;
  const tried = new Set<string>();
  const using = new Map<string, Compiled>();
  const add = async (path: string): Promise<void> => {
    if (tried.has(path)) return;
    tried.add(path);
    const project = await input.compile(path).catch((error: unknown) => {
      // The files that it would have compiled are left.
      if (path === tsconfig || !(error instanceof ConfigurationError)) throw error;
      return undefined;
    });
    if (project !== undefined && project.files.length > 0) using.set(path, project);
    for (const it of project?.references ?? []) {
      const found = [join(it, 'tsconfig.json'), it].find((at) => existsSync(at));
      if (found !== undefined) await add(found);
    }
  };
  await add(tsconfig);
  if (using.size === 0) {
    const files = generated.map((path) => shownPath(path, cwd)).join(', ');
    throw new ConfigurationError(
      `${shownPath(tsconfig, cwd)} does not include ${files}: name the project that does with \`--code=<tsconfig>\`.`,
    );
  }
  const candidates = (await filesUsing(root, generated)).filter((path) => isTypeScript(path) || isComponent(path));
  const components: Compiled[] = [];
  const left = (): readonly string[] => {
    const files = new Set([...using.values(), ...components].flatMap((it) => it.files));
    return candidates.filter((path) => !files.has(path) && !files.has(realpathSync(path)));
  };
  for (const path of left()) if (isTypeScript(path)) await add(findTsconfig('', dirname(path)));
  for (const [extension, compileComponents] of Object.entries(input.componentCompilers))
    for (const path of tried)
      if (left().some((file) => file.endsWith(`.${extension}`))) {
        const compiled = await compileComponents(path);
        if (compiled !== undefined) components.push(compiled);
      }
  const all = [...using.values(), ...components];
  return {
    // Several projects may report a fault.
    faults: [...new Map(all.flatMap(({ faults }) => faults).map((it) => [JSON.stringify(it), it])).values()],
    faultsWith: async (texts) => {
      const faults: CodeFault[] = [];
      for (const it of all) faults.push(...(await it.faultsWith(texts)));
      return faults;
    },
    tsconfigs: [...using.keys()],
    uncompiled: left(),
  };
}
