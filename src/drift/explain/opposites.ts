/** Words that mean the reverse, or another one of a few, of each other. A name that exchanges them does something else. */
const groups = `
enable disable|activate deactivate|start stop end finish begin pause resume restart|min max minimum maximum|before after
lock unlock|open close|on off|online offline|up down|in out|input output|inbound outbound|incoming outgoing|inner outer
create update delete destroy remove add insert|show hide|include exclude|allow deny block forbid permit|accept reject decline
approve reject|grant revoke|public private|push pull|send receive|sender receiver recipient|source target destination
from to|gt lt gte lte eq ne|greater less more fewer|success failure fail error|succeeded failed|attach detach
connect disconnect reconnect|subscribe unsubscribe|archive restore unarchive|suspend resume|arm disarm|login logout
increase decrease|increment decrement|raise lower|high low|higher lower|top bottom|left right|old new|previous next prev current
first last|parent child|parents children|ancestor descendant|primary secondary|true false|yes no|active inactive passive
internal external|upload download|import export|encrypt decrypt|buy sell|buyer seller|debit credit|charge refund|width height
latitude longitude|lat lng lon|asc desc|ascending descending|read write|available unavailable|visible invisible hidden
any all none some every|not is|and or|day night|mute unmute|follow unfollow|pin unpin|register unregister deregister
former current|expected actual|total average|mean median|uptime downtime|positive negative|plus minus|head tail|boot shutdown
wake sleep|freeze thaw|install uninstall|assign unassign|mount unmount|acquire release|hard soft|draft published|paid unpaid
hour minute second day week month year|north south east west`
  .trim()
  .split(/[|\n]/)
  .map((group) => group.split(' '));

/** Prefixes that turn a word into its reverse, or into another action. */
const reversing = ['un', 'dis', 'non', 'in', 'im', 'de', 're'];

const negations = new Set(['not', 'no', 'non', 'never', 'without', 'except', 'excluding']);

const opposites = new Map<string, Set<string>>();
for (const group of groups)
  for (const word of group) {
    const known = opposites.get(stem(word)) ?? new Set();
    for (const other of group) if (other !== word) known.add(stem(other));
    opposites.set(stem(word), known);
  }

/** Words that have an opposite, but single out nothing where they are added. */
const harmless = new Set(['on', 'to', 'from', 'in', 'is']);

/** The words of a name, in lower case: `createdAt` and `CREATED_AT` have two. */
export function nameWords(name: string): readonly string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name]).map((word) => word.toLowerCase());
}

/** The words that only one of two names has. */
export function differingWords(a: string, b: string): readonly [readonly string[], readonly string[]] {
  const [left, right] = [[...nameWords(a)], [...nameWords(b)]];
  const only = (words: readonly string[], others: readonly string[]): readonly string[] => {
    const rest = [...others];
    return words.filter((word) => {
      const at = rest.indexOf(word);
      if (at < 0) return true;
      rest.splice(at, 1);
      return false;
    });
  };
  return [only(left, right), only(right, left)];
}

/** Whether one name means the reverse of the other: `enable` and `disable`, `startsAt` and `endsAt`, `known` and `notKnown`. */
export function isReverse(a: string, b: string): boolean {
  const [left, right] = differingWords(a, b);
  const exchanged = left.some((word) =>
    right.some((it) => opposites.get(stem(word))?.has(stem(it)) || isReversed(word, it) || isReversed(it, word)),
  );
  const [one, other] = [left.join(''), right.join('')];
  return exchanged || isReversed(one, other) || isReversed(other, one) || [...left, ...right].some(isNegation);
}

/** Whether a name has a word that singles out one of several: `lastName`, `maxValue`, `previousState`. */
export function isQualified(name: string): boolean {
  return nameWords(name).some((word) => isNegation(word) || (opposites.has(stem(word)) && !harmless.has(word)));
}

/** Whether one name may mean the reverse of the other, or one of several that the other means. */
export function isOpposite(a: string, b: string): boolean {
  const [left, right] = differingWords(a, b);
  return (
    isReverse(a, b) ||
    (left.length === 0 && isQualified(right.join('_'))) ||
    (right.length === 0 && isQualified(left.join('_')))
  );
}

function isNegation(word: string): boolean {
  return negations.has(word);
}

function isReversed(word: string, plain: string): boolean {
  return (
    plain.length > 2 &&
    reversing.some((prefix) => word.startsWith(prefix) && stem(word.slice(prefix.length)) === stem(plain))
  );
}

/** A word without its endings, crudely: `started`, `starting` and `starts` become the same as `start`. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  const bare = word.replace(/(?:ations?|ings?|ers?|ors?|ed|es|e|s|ions?)$/, '');
  const undoubled = bare.replace(/([bdgklmnprt])\1$/, '$1');
  return undoubled.length < 3 ? word : undoubled;
}
