/** `Bearer` and a token, as a string of code has them; the space may be escaped. */
const bearer = /bearer(?:\s|%20|\+|\\u0020|\\x20|\\[nrt]|&#(?:x20|32);)+([\w.~+/=-]{16,})/i;

/** Whether a text that begins with `Bearer`, or shortly before, goes on with a token that looks random: a key, not a placeholder. */
export function isBearerToken(text: string): boolean {
  const token = bearer.exec(text)?.[1] ?? '';
  return token !== '' && isRandom(token);
}

/** In random text, capitals, small letters and digits change all the time; in words, they don't. */
function isRandom(token: string): boolean {
  const classes = token
    .replace(/[^a-z\d]/gi, '')
    .replace(/[a-z]/g, 'a')
    .replace(/[A-Z]/g, 'A')
    .replace(/\d/g, '0');
  const changes = classes.match(/(.)(?=(?!\1).)/g)?.length ?? 0;
  return /\d/.test(token) && /[a-z]/i.test(token) && changes * 5 >= token.length;
}
