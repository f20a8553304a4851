type Reason = string | null | undefined;

/** How a deprecation changed, as the end of a sentence; undefined if it did not. */
export function deprecationChange(old: Reason, live: Reason): string | undefined {
  if (old == null) return live == null ? undefined : `is now deprecated: ${reasonText(live)}`;
  if (live == null) return 'is no longer deprecated.';
  if (old === live) return undefined;
  return `changed its deprecation reason from ${JSON.stringify(old)} to ${JSON.stringify(live)}.`;
}

/** A reason as the end of a sentence: services write it on one line or several, with a full stop or without. */
export function reasonText(reason: string): string {
  const line = reason.replace(/\s+/g, ' ').trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
