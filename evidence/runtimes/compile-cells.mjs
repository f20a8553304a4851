// Compiles projects with one compiler: `node compile-cells.mjs <the compiler's folder> <folder of a tsconfig.json>…`. Prints the
// errors of each as JSON. One process serves many, because reading the libraries takes longest.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [compiler, ...folders] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8'));
// TypeScript 7 is a program without an API.
const compile = Number.parseInt(version, 10) >= 7 ? byProgram : byApi(createRequire(import.meta.url)(compiler));
console.log(JSON.stringify(folders.map(compile)));

function byProgram(folder) {
  const args = [join(compiler, 'bin/tsc'), '-p', folder, '--pretty', 'false'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n').filter((line) => /\berror TS/.test(line) || /^\S*[Ee]rror/.test(line));
}

function byApi(ts) {
  const read = new Map();
  return (folder) => {
    const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
    const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const host = ts.createCompilerHost(options);
    const fresh = host.getSourceFile;
    host.getSourceFile = (file, target, ...rest) => {
      if (!/\.d\.[mc]?ts$/.test(file)) return fresh.call(host, file, target, ...rest);
      const key = `${target.impliedNodeFormat} ${file}`;
      if (!read.has(key)) read.set(key, fresh.call(host, file, target, ...rest));
      return read.get(key);
    };
    const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options, host));
    return [...errors, ...found].map(
      (it) => ts.formatDiagnostic(it, { ...host, getCurrentDirectory: () => folder }).split('\n')[0],
    );
  };
}
