import type { Finding } from './finding.ts';

/** Every {@link SemverLevel}, highest first. */
export const semverLevels = ['major', 'minor', 'patch'] as const;

/**
 * The step that a version would make for a change: `major` if a client may stop working, `minor` if something is added,
 * newly deprecated or behaves differently, `patch` if only texts change.
 */
export type SemverLevel = (typeof semverLevels)[number];

/** The highest of some levels; undefined without any. */
export function highestLevel(levels: Iterable<SemverLevel | undefined>): SemverLevel | undefined {
  const present = new Set(levels);
  return semverLevels.find((level) => present.has(level));
}

/** The level of a finding: of a change, for the operations that it affects. */
export function semverOf({ kind, direction, before }: Pick<Finding, 'kind' | 'direction' | 'before'>): SemverLevel {
  // An unclear type may stop code from compiling; an unclear behaviour only differs.
  if (kind === 'broken' || direction === 'breaking' || (kind === 'types' && direction === 'unclear')) return 'major';
  // Without a reason before, the deprecation itself is new.
  return kind === 'deprecated' && before !== undefined ? 'patch' : 'minor';
}
