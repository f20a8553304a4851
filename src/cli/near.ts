import { editDistance } from '../base/edit-distance.ts';

/** The name among `names` that a mistyped one probably means; undefined if none is near. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length * 0.4));
  return names
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= allowed && distance < name.length)
    .sort((a, b) => a.distance - b.distance)[0]?.name;
}
