/** The service's own words as a sentence beside a message; none where the message quotes them. */
export function wordsBeside(message: string, words: string | undefined): readonly string[] {
  return words === undefined || message.includes(JSON.stringify(words)) ? [] : [`The service says: “${words}”`];
}
