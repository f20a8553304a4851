/** The service's own words as a sentence beside a message; none where the message quotes them. */
export function wordsBeside(message: string, words: string | undefined): readonly string[] {
  if (words === undefined || [JSON.stringify(words), `“${words}”`].some((quote) => message.includes(quote))) return [];
  return [`The service says: “${words}”`];
}
