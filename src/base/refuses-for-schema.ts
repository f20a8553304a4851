/** Limits of depth, cost and rate, and what is wrong with any schema. */
const OTHER = /\b(?:\d[\d,.]*|complex(?:ity)?|cost|deep|depth|introspection|limit|not found|rate|syntax|parse)\b/i;
/** A variable whose type does not fit its place is the schema's affair; its value is the caller's. */
const VALUE = /^(?:the |field '' of )?variables?\b(?!.*(?:position|mismatch|compatible|used where|found as input))/i;
/** The codes of refusals name what they are about; other codes are about something else. */
const CODE = /^$|valid|argument|field|fragment|operation|selection|type|variable/i;

/**
 * Whether an error that refuses a document may do so for the schema: not for a limit, a syntax error, something that was not found
 * or the value of a variable.
 */
export function refusesForSchema(message: string, code: unknown): boolean {
  const words = message.replace(/(["'`])[^"'`]*\1/g, "''").replace(/@\[[^\]]*\]/g, '');
  if (/parse/i.test(String(code))) return false;
  return CODE.test(String(code ?? '')) && !OTHER.test(words) && !VALUE.test(words);
}
