const pattern = /^(\d{4}-\d{2}-\d{2})(?:([T ])(\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Moves an ISO date or date and time by an offset in milliseconds, and keeps its format; undefined if the text is neither.
 * Two that have the same format keep their order. The time zone becomes UTC, and digits after the milliseconds become 0.
 */
export function shiftTime(text: string, offset: number): string | undefined {
  const [, date, separator, time = '00:00', fraction = '', zone = ''] = pattern.exec(text) ?? [];
  if (date === undefined) return undefined;
  const milliseconds = fraction.slice(0, 4).padEnd(fraction === '' ? 0 : 2, '0');
  const moment = Date.parse(`${date}T${time}${milliseconds}${zone === '' ? 'Z' : zoneText(zone)}`);
  if (Number.isNaN(moment)) return undefined;
  const moved = new Date(moment + offset);
  if (moved.getUTCFullYear() < 0 || moved.getUTCFullYear() > 9999) return undefined;
  const written = moved.toISOString();
  if (separator === undefined) return written.slice(0, 10);
  const digits = fraction === '' ? '' : `.${written.slice(20, 23).padEnd(fraction.length - 1, '0')}`;
  const clock = written.slice(11, 11 + time.length);
  const utc = /^z?$/i.test(zone) ? zone : zone.includes(':') ? '+00:00' : '+0000';
  return `${written.slice(0, 10)}${separator}${clock}${digits.slice(0, fraction.length)}${utc}`;
}

/** `+0200` is not in the format that `Date.parse` must know. */
function zoneText(zone: string): string {
  return zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2').toUpperCase();
}
