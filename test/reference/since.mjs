// Writes `@since` into the reference, from since.json: the names of the public interface by the version that brought them.
// A name that is not there yet is as new as the package. One that is there, and was released, may not go without notice.
// Before a release, and to let one go:
//   SINCE=write npm run docs
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';

const file = join(import.meta.dirname, 'since.json');
const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));

/** Exports, and what interfaces and classes have: each has a version of its own. */
const kinds = ReflectionKind.SomeExport | ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.Accessor;

/** The names of the public interface, each with what they stand for. A member of a public ancestor is that one's. */
function publicNames(project) {
  const names = new Map();
  for (const reflection of project.getReflectionsByKind(kinds)) {
    const holder = reflection.parent;
    const isExport = holder?.kindOf(ReflectionKind.Module | ReflectionKind.Project);
    const isMember = holder?.parent?.kindOf(ReflectionKind.Module | ReflectionKind.Project);
    if ((isExport || isMember) && !reflection.inheritedFrom?.reflection)
      names.set(reflection.getFriendlyFullName(), reflection);
  }
  return names;
}

function addSince(reflection, since) {
  const tag = () => new CommentTag('@since', [{ kind: 'text', text: since }]);
  const described = reflection.signatures ?? [reflection];
  for (const one of described) {
    one.comment ??= new Comment();
    if (!one.comment.getTag('@since')) one.comment.blockTags.push(tag());
  }
}

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    const names = publicNames(project);
    const known = new Map(
      Object.entries(JSON.parse(readFileSync(file, 'utf8'))).flatMap(([since, all]) =>
        all.map((name) => [name, since]),
      ),
    );
    const isWriting = process.env['SINCE'] === 'write';
    for (const name of names.keys()) if (!known.has(name)) known.set(name, version);
    for (const name of known.keys()) {
      if (names.has(name)) continue;
      if (isWriting) known.delete(name);
      else
        app.logger.warn(
          `${name} was public and is gone: that breaks who uses it. If the next version may, run \`SINCE=write npm run docs\`.`,
        );
    }
    for (const [name, reflection] of names)
      if (reflection.hasComment()) addSince(reflection, known.get(name) ?? version);
    if (!isWriting) return;
    const versions = [...new Set(known.values())].sort();
    const byVersion = versions.map((since) => [
      since,
      [...known.keys()].filter((name) => known.get(name) === since).sort(),
    ]);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(byVersion), undefined, 2)}\n`);
  });
}
