/** Whether a value is a day, `YYYY-MM-DD`, that exists. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toJSON().slice(0, 10) === value;
}
