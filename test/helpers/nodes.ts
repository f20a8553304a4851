import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface TestNode {
  readonly version: string;
  readonly program: string;
  /** The folder of its programs, for a `PATH`. */
  readonly bin: string;
}

/** This Node, and those of these versions that evidence/runtimes has installed. */
export function nodes(...versions: readonly number[]): readonly TestNode[] {
  const others = versions.map((version) => ({
    version: String(version),
    program: resolve(`evidence/runtimes/node_modules/node${version}-linux-x64/bin/node`),
  }));
  return [{ version: process.versions.node, program: process.execPath }, ...others]
    .filter(({ program }) => existsSync(program))
    .map((node) => ({ ...node, bin: dirname(node.program) }));
}
