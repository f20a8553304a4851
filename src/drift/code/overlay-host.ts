import type TS from 'typescript';
import type { TypeScript } from './find-typescript.ts';

/** TypeScript 5.4 to 6 ask this of editors' hosts, and do not declare it. */
interface SourceHost extends TS.CompilerHost {
  useSourceOfProjectReferenceRedirect(): boolean;
}

/** Makes hosts for programs that read each file once, whichever program asks for it. */
export class Hosts {
  readonly #typescript: TypeScript;
  readonly #options: TS.CompilerOptions;
  readonly #read = new Map<string, TS.SourceFile | undefined>();

  constructor(typescript: TypeScript, options: TS.CompilerOptions) {
    this.#typescript = typescript;
    this.#options = options;
  }

  /**
   * A host that reads the disk, and other texts in the place of some of its files. It writes nothing.
   *
   * @param texts - By the absolute path of the file.
   */
  over(texts: ReadonlyMap<string, string>): SourceHost {
    const host = this.#typescript.createCompilerHost(this.#options);
    const canonical = (path: string): string => host.getCanonicalFileName(path.replaceAll('\\', '/'));
    const replaced = new Map([...texts].map(([path, text]) => [canonical(path), text]));
    const parsed = new Map<string, TS.SourceFile>();
    return {
      ...host,
      // As `tsc` does: comments cost a third of reading, and only those that can be wrong are read.
      jsDocParsingMode: this.#typescript.JSDocParsingMode.ParseForTypeErrors,
      writeFile: () => {},
      // Another project's output is older than its source.
      useSourceOfProjectReferenceRedirect: () => true,
      fileExists: (file) => replaced.has(canonical(file)) || host.fileExists(file),
      readFile: (file) => replaced.get(canonical(file)) ?? host.readFile(file),
      getSourceFile: (file, settings, onError) => {
        const key = canonical(file);
        const text = replaced.get(key);
        if (text !== undefined) {
          const source = parsed.get(key) ?? this.#typescript.createSourceFile(file, text, settings);
          parsed.set(key, source);
          return source;
        }
        if (!this.#read.has(key)) this.#read.set(key, host.getSourceFile(file, settings, onError));
        return this.#read.get(key);
      },
    };
  }
}
