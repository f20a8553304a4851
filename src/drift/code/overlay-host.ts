import type TS from 'typescript';
import type { Texts } from './code-fault.ts';
import type { TypeScript } from './find-typescript.ts';

/** TypeScript 5.4 to 6 ask this of editors' hosts, and do not declare it. */
interface SourceHost extends TS.CompilerHost {
  useSourceOfProjectReferenceRedirect(): boolean;
}

/**
 * Makes hosts that read the disk, and other texts in the place of some of its files, by absolute path. They read each file once,
 * whichever program asks for it, and write nothing.
 */
export function overlayHosts(typescript: TypeScript, options: TS.CompilerOptions): (texts: Texts) => SourceHost {
  const host = typescript.createCompilerHost(options);
  const canonical = (path: string): string => host.getCanonicalFileName(path.replaceAll('\\', '/'));
  const read = new Map<string, TS.SourceFile | undefined>();
  return (texts) => {
    const replaced = new Map([...texts].map(([path, text]) => [canonical(path), text]));
    const parsed: typeof read = new Map();
    return {
      ...host,
      // As `tsc` does: comments cost a third of reading, and only those that can be wrong are read.
      jsDocParsingMode: typescript.JSDocParsingMode.ParseForTypeErrors,
      writeFile: () => {},
      // Another project's output is older than its source.
      useSourceOfProjectReferenceRedirect: () => true,
      fileExists: (file) => replaced.has(canonical(file)) || host.fileExists(file),
      readFile: (file) => replaced.get(canonical(file)) ?? host.readFile(file),
      getSourceFile: (file, settings, onError) => {
        const key = canonical(file);
        const text = replaced.get(key);
        const known = text === undefined ? read : parsed;
        if (!known.has(key))
          known.set(
            key,
            text === undefined
              ? host.getSourceFile(file, settings, onError)
              : typescript.createSourceFile(file, text, settings),
          );
        return known.get(key);
      },
    };
  };
}
